import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import type { Columns } from '../hosted/ad-figures.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { askLinkedIn, type LinkedInAccess, restliList, strange } from './api.ts';

const calendarDay = Type.Object({
  year: Type.Integer({ minimum: 1000, maximum: 9999 }),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  day: Type.Integer({ minimum: 1, maximum: 31 }),
});
const element = Type.Object({
  dateRange: Type.Object({ start: calendarDay, end: Type.Optional(calendarDay) }),
  pivotValues: Type.Optional(Type.Array(Type.String())),
});
const answer = Type.Object({ elements: Type.Array(element) });

export interface AnalyticsRequest extends DaySpan {
  readonly account: string;
  readonly pivot: string;
  readonly granularity: 'ALL' | 'DAILY';
  /** URNs of campaigns, of which alone figures are asked for; all without them. */
  readonly campaigns?: readonly string[];
  /** At most 18: LinkedIn gives 20 fields at once, of which two say what a row is of. */
  readonly columns: readonly string[];
}

export interface AnalyticsRow {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** A URN or a word; null without one. */
  readonly value: string | null;
  readonly columns: Columns;
}

/** Nothing tells of rows beyond these, and there are no pages. */
const mostRows = 15_000;

/** Figures by one pivot. Throws a ConnectorError. */
export async function readAnalytics(access: LinkedInAccess, request: AnalyticsRequest): Promise<AnalyticsRow[]> {
  const { account, pivot, granularity, campaigns, from, to, columns } = request;
  const accounts = restliList([`urn:li:sponsoredAccount:${account}`]);
  const range = `(start:${restliDay(from)},end:${restliDay(to)})`;
  const fields = [...columns, 'dateRange', 'pivotValues'].join(',');
  const chosen = campaigns ? `&campaigns=${restliList(campaigns)}` : '';
  const query = `q=analytics&pivot=${pivot}&timeGranularity=${granularity}&dateRange=${range}${chosen}`;
  const { elements } = await askLinkedIn(access, `adAnalytics?${query}&accounts=${accounts}&fields=${fields}`, answer);
  if (elements.length >= mostRows) throw tooMany();
  return elements.map((row) => {
    assertWithin(row.dateRange, request);
    return {
      day: dayText(row.dateRange.start),
      value: row.pivotValues?.[0] ?? null,
      columns: Object.fromEntries(columns.map((name) => [name, figureIn(row, name)])),
    };
  });
}

/** Days are kept for six months. */
const surelyKeptDays = 150;

/** Whether LinkedIn has the single days of a period that begins on a day. */
export function hasDaysFrom(day: string): boolean {
  return day >= Temporal.Now.plainDateISO('UTC').subtract({ days: surelyKeptDays }).toString();
}

/** Beyond the months whose days it keeps, LinkedIn rounds a period to whole months. */
function assertWithin({ start, end = start }: Static<typeof element>['dateRange'], { from, to }: DaySpan): void {
  if (hasDaysFrom(from) || (from <= dayText(start) && dayText(end) <= to)) return;
  const message = 'LinkedIn has only whole months of a period that long ago. Choose whole months, or a later period.';
  throw new ConnectorError('invalid_config', message);
}

function figureIn(row: object, name: string): string | null {
  const value: unknown = (row as Record<string, unknown>)[name] ?? null;
  if (value === null) return null;
  const text = decimalText(value);
  if (text === undefined) throw strange();
  return text;
}

function restliDay(text: string): string {
  const date = Temporal.PlainDate.from(text);
  return `(year:${date.year},month:${date.month},day:${date.day})`;
}

function dayText({ year, month, day }: Static<typeof calendarDay>): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function tooMany(): ConnectorError {
  const message = 'The period has more groups than LinkedIn gives. Choose a shorter one, or another dimension.';
  return new ConnectorError('invalid_config', message);
}
