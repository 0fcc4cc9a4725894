import { strange } from './faults.ts';

/**
 * The records of a CSV text (RFC 4180): fields in quotes may hold commas, quotes (doubled) and line ends. Throws
 * `transient` for a quote that does not end.
 */
export function readRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  // One field, and what ends it: a comma, a line end, or the end of the text.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  const whole = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < whole.length) {
    const found = field.exec(whole);
    if (!found) throw strange();
    const [, quoted, plain = '', end] = found;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0) records.push([...record, '']);
  return records;
}
