import { Type } from 'typebox';
import { ConnectorError } from '../contract.ts';

/** The answer of `searchStream`: chunks of rows. What rows have is read as it is needed: checking all takes seconds. */
export const chunks = Type.Array(Type.Object({ results: Type.Optional(Type.Array(Type.Object({}))) }));

/** A row of Google Ads: what was selected, such as `{ campaign: { name } }`. Fields that are empty may be left out. */
export type AdsRow = object;

/** A selected field of a row, such as `campaign.name`, as text; null if it is missing or empty. */
export function textAt(row: AdsRow, field: string): string | null {
  const value = valueAt(row, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null;
}

/** A selected field that lists texts, or objects of which `part` is a text. */
export function textsAt(row: AdsRow, field: string, part?: string): string[] {
  const value = valueAt(row, field);
  const texts = Array.isArray(value) ? value.map((each) => (part === undefined ? each : each?.[part])) : [];
  return texts.filter((text) => typeof text === 'string');
}

/** A metric of a row; zero if it is missing. Whole numbers of 64 bits are texts in the API's JSON. */
export function figureAt(row: AdsRow, field: string): number {
  const figure = Number(valueAt(row, field) ?? 0);
  if (Number.isFinite(figure)) return figure;
  throw new ConnectorError('transient', 'Google Ads gave an answer that cannot be read.');
}

/** Whether a selected field of a row is true. */
export function isTrueAt(row: AdsRow, field: string): boolean {
  return valueAt(row, field) === true;
}

function valueAt(row: AdsRow, field: string): unknown {
  let value: unknown = row;
  for (const name of jsonNames.getOrInsertComputed(field, jsonNamesOf)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** By the few fields that there are. */
const jsonNames = new Map<string, readonly string[]>();

/** The names in JSON, which are in camel case. */
function jsonNamesOf(field: string): readonly string[] {
  return field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).split('.');
}
