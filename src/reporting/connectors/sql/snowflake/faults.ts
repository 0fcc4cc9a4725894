import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ConnectorErrorKind } from '../../contract.ts';
import type { Refusal } from '../engine.ts';
import { offsetOf } from '../places.ts';

const failure = Type.Object({ code: Type.String(), message: Type.Optional(Type.String()) });

const noWarehouse = 'the warehouse does not exist, is suspended and may not be resumed, or the role may not use it';

/** Meanings of the codes of statements that failed. */
const reasons: Readonly<Record<string, readonly [ConnectorErrorKind, string]>> = {
  '000604': ['transient', 'the statement was stopped on the server'],
  '000606': ['resource_missing', noWarehouse],
  '000630': ['transient', 'the statement took longer than there is time for'],
  '000904': ['invalid_config', 'a column does not exist'],
  '000979': ['invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  '001003': ['invalid_config', 'there is a syntax error'],
  '002043': ['resource_missing', 'the database, schema or object does not exist, or the role may not use it'],
  '002140': ['invalid_config', 'there is no such function'],
  '003001': ['resource_missing', 'the role may not read what it asks for. Grant SELECT on the table'],
  '090073': ['transient', 'the warehouse has too many queries at once'],
  '100035': ['invalid_config', 'a value cannot be converted. Use TRY_CAST(…)'],
  '100038': ['invalid_config', 'a value cannot be converted. Use TRY_CAST(…)'],
  '100040': ['invalid_config', 'a value cannot be converted. Use TRY_CAST(…)'],
  '100051': ['invalid_config', 'it divides by zero. Use DIV0NULL(…) or nullif(…, 0)'],
  '100132': ['invalid_config', 'a value of it is too large'],
  '390201': ['resource_missing', 'the database, schema, warehouse or role does not exist, or the user may not use it'],
  '391908': ['invalid_config', 'its answer is too large'],
};

const messages: readonly (readonly [RegExp, string])[] = [
  [/is not a valid group by expression/i, 'a metric is an aggregate such as sum(…), a dimension has none'],
  [
    /aggregate functions? .*(?:not allowed|nested|invalid)|\[.*\(.*\)\] in group by/i,
    'an aggregate such as sum(…) stands where there can be none',
  ],
  [/invalid argument types/i, 'the types of its parts do not fit'],
  [/unknown function/i, 'there is no such function'],
];

/** Why Snowflake refuses a statement, by the body of its answer; undefined where the status says enough. */
export function refusalOf(json: unknown, sql: string): Refusal | undefined {
  if (!Value.Check(failure, json)) return undefined;
  const { code, message = '' } = json;
  const [, line, character] = /error line (\d{1,6}) at position (\d{1,6})/i.exec(message) ?? [];
  // Characters count from 0, unlike lines.
  const place = line === undefined ? {} : { at: offsetOf(sql, Number(line), Number(character) + 1) };
  const [, column] = (code === '000904' && /invalid identifier '([^'\n]+)'/i.exec(message)) || [];
  if (column !== undefined) {
    const name = column.replace(/^SOURCE\./, '').replace(/^"(.*)"$/, '$1');
    return { kind: 'invalid_config', reason: `the column "${name}" does not exist`, column: name, ...place };
  }
  if (code === '002003') return missing(message);
  const [kind, words] = reasons[code] ?? [];
  if (kind && words) return { kind, reason: words, ...(code === '001003' && place) };
  const known = messages.find(([pattern]) => pattern.test(message))?.[1];
  if (known !== undefined) return { kind: 'invalid_config', reason: known };
  return /^0[0-9]{5}$|^1[0-9]{5}$/.test(code)
    ? { kind: 'invalid_config', reason: `the server refuses it (code ${code})` }
    : undefined;
}

function missing(message: string): Refusal {
  const [, what = 'table'] = /(Database|Schema|Warehouse|Role)\b/i.exec(message) ?? [];
  const reason = `the ${what.toLowerCase()} does not exist, or the role may not use it`;
  return { kind: 'resource_missing', reason };
}
