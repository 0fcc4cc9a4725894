import { type Static, Type } from 'typebox';
import type { Query } from '../contract.ts';
import { ConnectorError } from '../contract.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { oncePerContext } from '../hosted/once.ts';
import { ask, cursorOf, type KlaviyoAccess, linksShape, strange } from './api.ts';

type Measurement = 'count' | 'sum_value' | 'unique';

export interface AggregateQuestion extends DaySpan {
  readonly timeZone: string;
  /** The id of a kind of events. */
  readonly kind: string;
  readonly measurements: readonly Measurement[];
  /** Klaviyo's attributes that events are grouped by. */
  readonly by: readonly string[];
  readonly interval: 'day' | 'month';
}

/** What is measured of a group of events, in one unit of time. */
export interface Aggregate {
  /** The first day of the unit (YYYY-MM-DD). */
  readonly day: string;
  /** In the order of `by`; empty texts where events have no such attribute. */
  readonly group: readonly string[];
  readonly measured: Readonly<Record<string, string>>;
}

const figures = Type.Array(Type.Union([Type.Number(), Type.Null()]));
const answer = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      dates: Type.Array(Type.String()),
      data: Type.Array(
        Type.Object({
          dimensions: Type.Array(Type.String()),
          measurements: Type.Record(Type.String(), figures),
        }),
      ),
    }),
  }),
  links: linksShape,
});

const pageSize = 500;
const mostPages = 40;
/** The longest time that one request may span. */
const mostDays = 365;
const once = oncePerContext<Aggregate[]>();

/** Aggregates of events (https://developers.klaviyo.com/en/reference/query_metric_aggregates), asked once in a context. */
export function readAggregates(access: KlaviyoAccess, question: AggregateQuestion): Promise<Aggregate[]> {
  const { from, to, timeZone, kind, measurements, by, interval } = question;
  const key = JSON.stringify([from, to, timeZone, kind, measurements, by, interval]);
  return once(access.context, key, async () => {
    const parts: Aggregate[][] = [];
    for (const span of splitDays(question, mostDays)) parts.push(await readSpan(access, { ...question, ...span }));
    return parts.flat();
  });
}

async function readSpan(access: KlaviyoAccess, question: AggregateQuestion): Promise<Aggregate[]> {
  const all: Aggregate[] = [];
  let cursor: string | undefined;
  for (let index = 0; index < mostPages; index++) {
    const page: Static<typeof answer> = await ask(access, 'metric-aggregates', answer, bodyOf(question, cursor));
    all.push(...aggregatesIn(page.data.attributes, question));
    const following = cursorOf(page);
    if (following === undefined) {
      // That Klaviyo tells of a next page is not in its description: a full one may not be all.
      if (page.data.attributes.data.length >= pageSize) throw tooMany();
      return all;
    }
    if (following === cursor) throw strange();
    cursor = following;
  }
  throw tooMany();
}

function bodyOf({ from, to, timeZone, kind, measurements, by, interval }: AggregateQuestion, cursor?: string) {
  const start = startOf(Temporal.PlainDate.from(from), timeZone);
  const end = startOf(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone);
  const attributes = {
    ...{ metric_id: kind, measurements, interval, page_size: pageSize, timezone: zoneOf(timeZone) },
    filter: [`greater-or-equal(datetime,${start})`, `less-than(datetime,${end})`],
    ...(by.length > 0 && { by }),
    ...(cursor !== undefined && { page_cursor: cursor }),
  };
  return { data: { type: 'metric-aggregate', attributes } };
}

function startOf(day: Temporal.PlainDate, timeZone: string): string {
  return day.toZonedDateTime(timeZone).toInstant().toString();
}

/** Names that Klaviyo does not know, of zones that it knows by others. */
const olderNames: Readonly<Record<string, string>> = {
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Kanton': 'Pacific/Enderbury',
};

function zoneOf(timeZone: Query['timeZone']): string {
  return olderNames[timeZone] ?? timeZone;
}

function aggregatesIn(
  { dates, data }: Static<typeof answer>['data']['attributes'],
  question: AggregateQuestion,
): Aggregate[] {
  const days = dates.map((text) => dayOf(text, question.timeZone));
  // Days of another zone than the one that was asked for would be wrong figures without a word.
  const expected = daysOf(question);
  if (days.length !== expected.length || days.some((day, index) => day !== expected[index])) {
    throw new ConnectorError('transient', 'Klaviyo gave figures of other days than were asked for.');
  }
  if (data.length === 0) return days.flatMap((day) => nothingOn(day, question));
  return data.flatMap(({ dimensions, measurements }) => {
    const columns = question.measurements.map((name): [string, readonly (number | null)[]] => {
      const column = measurements[name];
      if (column?.length !== days.length) throw strange();
      return [name, column];
    });
    // Without all of them it cannot be told which is which.
    if (dimensions.length > 0 && dimensions.length !== question.by.length) throw strange();
    const group = question.by.map((_name, index) => dimensions[index] ?? '');
    return days.map((day, index): Aggregate => {
      const measured = columns.map(([name, column]) => [name, textOf(column[index] ?? 0)]);
      return { day, group, measured: Object.fromEntries(measured) };
    });
  });
}

function nothingOn(day: string, { by, measurements }: AggregateQuestion): Aggregate {
  const measured = Object.fromEntries(measurements.map((name) => [name, '0']));
  return { day, group: by.map(() => ''), measured };
}

function textOf(figure: number): string {
  const text = decimalText(figure);
  if (text === undefined) throw strange();
  return text;
}

/** The day that begins at an instant, by the clock of the zone. Times without a zone are those of the clock. */
function dayOf(text: string, timeZone: string): string {
  try {
    if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return Temporal.PlainDateTime.from(text).toPlainDate().toString();
    const local = Temporal.Instant.from(text).toZonedDateTimeISO(timeZone);
    return local.equals(local.startOfDay()) ? local.toPlainDate().toString() : '';
  } catch (error) {
    if (error instanceof RangeError) throw strange();
    throw error;
  }
}

function daysOf({ from, to, interval }: AggregateQuestion): string[] {
  if (interval === 'month') return [from];
  return splitDays({ from, to }, 1).map((span) => span.from);
}

function tooMany(): ConnectorError {
  const message = 'The period has more flows and campaigns than Klaviyo tells at once. Choose a shorter one.';
  return new ConnectorError('invalid_config', message);
}
