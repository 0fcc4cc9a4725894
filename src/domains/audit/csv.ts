import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { type AuditRow, everyAudit } from './audit.ts';

const columns = ['id', 'at', 'actor', 'door', 'address', 'action', 'subject', 'details'] as const;

/** All entries of an account as a table (RFC 4180), newest first. */
export async function* auditCsv(db: Queryable, accountId: string): AsyncIterable<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const rows of everyAudit(db, accountId)) yield rows.map(lineOf).join('');
}

function lineOf(row: AuditRow): string {
  const values = columns.map((column) => (column === 'at' ? toTimestamp(row.at) : (row[column] ?? '')));
  return `${values.map(cell).join(',')}\r\n`;
}

/** Spreadsheets take what begins like this for a formula, so it is marked as text. */
const formula = /^[=+\-@\t\r]/;

function cell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
