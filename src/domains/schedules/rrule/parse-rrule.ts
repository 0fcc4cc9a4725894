import { fieldFault } from '../../../platform/faults.ts';

/** A day, and a time where one is given, as RFC 5545 writes them. */
export interface GivenMoment {
  readonly date: Temporal.PlainDate;
  /** Null for a day alone. */
  readonly time: Temporal.PlainTime | null;
  /** An IANA name as it is given; null for a moment of no zone. */
  readonly zone: string | null;
  /** As it stands in the text. */
  readonly text: string;
}

export interface ParsedRule {
  /** The parts of the `RRULE`, by their names in capitals. */
  readonly parts: ReadonlyMap<string, string>;
  readonly start: GivenMoment | null;
  /** Null where there is no `EXDATE`. */
  readonly exceptions: readonly GivenMoment[] | null;
}

/** A fault of the field `rrule` that names the part which no schedule can keep. */
export function cannotKeep(part: string, why: string): Error {
  return fieldFault('rrule', 'part', `${part} cannot be kept: ${why}`);
}

function unreadable(message: string): Error {
  return fieldFault('rrule', 'format', message);
}

/** Reads the value of an `RRULE`, or the lines of one with `DTSTART` and `EXDATE`. Throws a fault of the field `rrule`. */
export function parseRrule(text: string): ParsedRule {
  const lines = text
    .trim()
    // A long line goes on after a break and a blank (RFC 5545, 3.1).
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim());
  const properties = lines.map((line) => propertyOf(line, lines.length === 1));
  const named = (name: string) => properties.filter((property) => property.name === name);
  for (const name of ['RRULE', 'DTSTART']) {
    if (named(name).length > 1) throw cannotKeep(`A second ${name}`, 'a schedule has one.');
  }
  const [rule] = named('RRULE');
  if (!rule) throw unreadable('There is no RRULE, such as FREQ=MONTHLY;BYDAY=1MO.');
  const [start] = named('DTSTART');
  const exceptions = named('EXDATE');
  return {
    parts: partsOf(rule.value),
    start: start ? momentOf(start.value, start.zone) : null,
    exceptions:
      exceptions.length === 0
        ? null
        : exceptions.flatMap(({ value, zone }) => value.split(',').map((each) => momentOf(each, zone))),
  };
}

interface Property {
  readonly name: string;
  readonly zone: string | null;
  readonly value: string;
}

const known = ['RRULE', 'DTSTART', 'EXDATE'];

function propertyOf(line: string, isAlone: boolean): Property {
  if (isAlone && /^[A-Z-]+=/i.test(line)) return { name: 'RRULE', zone: null, value: line };
  const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/i.exec(line) ?? [];
  if (name === '') throw unreadable(`"${shortened(line)}" is no line of an RRULE, DTSTART or EXDATE.`);
  if (!known.includes(name.toUpperCase())) throw cannotKeep(name, `a rule here has ${known.join(', ')} alone.`);
  const [, zone = null] = /;TZID="?([^;"]+)"?/i.exec(parameters) ?? [];
  return { name: name.toUpperCase(), zone, value: value.trim() };
}

function partsOf(value: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of value.replace(/;$/, '').split(';')) {
    const [, name = '', given = ''] = /^([A-Z-]+)=([^=]+)$/i.exec(part.trim()) ?? [];
    if (name === '') throw unreadable(`"${shortened(part)}" is no part of a rule, such as FREQ=MONTHLY.`);
    if (parts.has(name.toUpperCase())) throw unreadable(`${name.toUpperCase()} stands in the rule twice.`);
    parts.set(name.toUpperCase(), given.trim().toUpperCase());
  }
  return parts;
}

/** Reads `20261102`, `20261102T060000` or `20261102T050000Z`. Throws a fault of the field `rrule`. */
export function momentOf(text: string, zone: string | null): GivenMoment {
  const [, year, month, day, hours, minutes, seconds, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i.exec(text.trim()) ?? [];
  const wrong = () => unreadable(`"${shortened(text)}" is no day such as 20261102 or time such as 20261102T060000.`);
  try {
    if (year === undefined) throw wrong();
    const date = Temporal.PlainDate.from(`${year}-${month}-${day}`);
    const time = hours === undefined ? null : Temporal.PlainTime.from(`${hours}:${minutes}:${seconds}`);
    return { date, time, zone: utc ? 'UTC' : zone, text: text.trim() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrong();
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
