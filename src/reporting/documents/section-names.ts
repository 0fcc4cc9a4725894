import type { MetricDescription } from './model.ts';
import type { OfferedDimension, ReportConnection } from './report-connection.ts';

/** A name in a section that the project does not have. The message is for the customer. */
export class SectionError extends Error {
  override readonly name = 'SectionError';
  /** Position in `settings.sections`, from 0. */
  readonly index: number;
  /** Its path in the section, such as `metric` or `rows.0.connection_id`. */
  readonly field: string;
  /** The unknown name. */
  readonly value: string;
  /** Those of the sections behind it. */
  others: readonly SectionError[] = [];

  constructor(index: number, field: string, value: string, message: string) {
    super(message);
    this.index = index;
    this.field = field;
    this.value = value;
  }
}

/** `index` is the section's position in `settings.sections`. Throws SectionError, also for one without metrics. */
export function findConnection(
  id: string,
  index: number,
  connections: readonly ReportConnection[],
  field = 'connection_id',
): ReportConnection {
  const connection = connections.find((candidate) => candidate.id === id);
  if (!connection) {
    const message = `The section names the connection "${id}", which the project does not have.`;
    throw new SectionError(index, field, id, message);
  }
  if (connection.description.metrics.length > 0) return connection;
  const message = `The section names the connection "${connection.name}", which offers no metrics.`;
  throw new SectionError(index, field, id, message);
}

/** A metric of a table by a dimension, which may have metrics of its own. Throws SectionError for another one. */
export function findMetricBy(
  dimension: OfferedDimension,
  key: string,
  connection: ReportConnection,
  index: number,
  field: string,
): MetricDescription {
  const { metrics, label } = dimension;
  if (!metrics) return findNamed('metric', key, connection, index, field);
  const named = metrics.find((candidate) => candidate.key === key);
  if (named) return named;
  const own = metrics.map((metric) => `"${metric.key}"`).join(', ');
  const message = `The section shows the metric "${key}" by "${label}", which has metrics of its own. Choose among ${own}.`;
  throw new SectionError(index, field, key, message);
}

/** Throws SectionError for a name that the connection does not have. */
export function findNamed<Kind extends 'metric' | 'dimension'>(
  kind: Kind,
  key: string,
  { name, description }: ReportConnection,
  index: number,
  field: string,
): ReportConnection['description'][`${Kind}s`][number] {
  const named = description[`${kind}s`].find((candidate) => candidate.key === key);
  if (named) return named;
  const owner =
    kind === 'metric' && description.dimensions.find(({ metrics }) => metrics?.some((one) => one.key === key));
  const advice = owner
    ? ` It is a metric by "${owner.label}" alone: show it in a table or gallery by "${owner.key}".`
    : '';
  const message = `The section names the ${kind} "${key}", which the connection "${name}" does not have.${advice}`;
  throw new SectionError(index, field, key, message);
}
