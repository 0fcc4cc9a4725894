import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError, type Proposal } from '../contract.ts';
import type { TextReading } from '../file/config.ts';
import type { Rows } from '../file/figures.ts';
import { type HttpJsonConfig, httpJsonConfig } from '../http-json/config.ts';
import { proposeRows } from './propose-rows.ts';

const naming = Type.Omit(httpJsonConfig, ['date', 'currency', 'metrics', 'dimensions', 'unpivot', 'numbers']);

/** What is fetched does not depend on the figures that are made of it. */
const noFigures = { date: 'date', metrics: [], dimensions: [] };

/** Makes a configuration for the rows of an API; `config` has the requests. Throws `invalid_config`. */
export async function proposeJson(
  config: unknown,
  rowsOf: (config: HttpJsonConfig) => Rows,
  context: ConnectorContext,
): Promise<Proposal> {
  if (!Value.Check(naming, config)) {
    const [fault] = Value.Errors(naming, config);
    const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'it';
    const message = `The rows of an API are named by "url", and "rows", "paging" and others where needed, without "date" and "metrics": ${where} ${fault?.message}.`;
    throw new ConnectorError('invalid_config', message);
  }
  const rows = (reading: TextReading): Rows => {
    const { unpivot } = reading;
    return { ...rowsOf({ ...config, ...(unpivot && { unpivot }), ...noFigures }), reading };
  };
  return proposeRows(rows, config, {}, context);
}
