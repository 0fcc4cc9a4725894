import { type Static, Type } from 'typebox';
import { sentencesFault } from '../config-faults.ts';
import type { Catalog } from '../hosted/choice.ts';
import { type AnalyticsDimension, type AnalyticsMetric, analyticsCatalog } from './catalog.ts';

/** What goes together with every other figure; products do not. */
const narrowing = analyticsCatalog.dimensions.filter(({ ofItems }) => !ofItems);

/** The part of a configuration that narrows a property to some of its traffic, and counts key events of its own. */
export const narrowed = {
  /** Only what has one of these values, in upper or lower case; each entry has to fit. */
  where: Type.Optional(
    Type.Array(
      Type.Object(
        {
          dimension: Type.Enum(narrowing.map(({ key }) => key)),
          is: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 50 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 10 },
    ),
  ),
  /** Key events as figures of their own, by the names of the events. */
  key_events: Type.Optional(
    Type.Array(
      Type.Object(
        {
          event: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' }),
          label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
  ),
};

const schema = Type.Object(narrowed);
export type Narrowed = Static<typeof schema>;

/** The catalogue with the figures of the connection's own key events, as `key_event_NAME`. */
export function catalogWith({ key_events: events = [] }: Narrowed): Catalog<AnalyticsMetric, AnalyticsDimension> {
  const own = events.map(
    ({ event, label = event }): AnalyticsMetric => ({
      ...{ key: `key_event_${event.toLowerCase()}`, label, name: `keyEvents:${event}` },
      ...{ unit: 'count', decimals: null, better: 'up', additive: true },
    }),
  );
  const keys = own.map(({ key }) => key);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (twice >= 0) throw sentencesFault([`key_events.${twice}.event: The event is named twice. Remove one of them.`]);
  return { ...analyticsCatalog, metrics: [...analyticsCatalog.metrics, ...own] };
}

/** The filter of each report; undefined without one. */
export function filterOf({ where = [] }: Narrowed): object | undefined {
  const expressions = where.map(({ dimension, is }) => ({
    filter: {
      fieldName: narrowing.find(({ key }) => key === dimension)?.name,
      inListFilter: { values: is.map((value) => valueFor(dimension, value)), caseSensitive: false },
    },
  }));
  return expressions.length === 0 ? undefined : { andGroup: { expressions } };
}

/** What is shown as a word is meant by it, too. */
function valueFor(dimension: string, value: string): string {
  const { names = {} } = narrowing.find(({ key }) => key === dimension) ?? {};
  const [code] = Object.entries(names).find(([, name]) => name.toLowerCase() === value.toLowerCase()) ?? [];
  return code ?? value;
}
