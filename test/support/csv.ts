/** The records of a CSV file as RFC 4180 has them. Throws where a quote is out of place or the last line does not end. */
export function csvRecords(text: string): string[][] {
  const records: string[][] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  let record: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, value = '', end] = field.exec(text) ?? [];
    if (end === undefined) throw new TypeError(`No CSV from ${at} on: ${JSON.stringify(text.slice(at, at + 40))}`);
    record.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
