import type { ConnectorErrorKind } from '../../contract.ts';
import type { Refusal } from '../engine.ts';
import { wrongPassword } from '../faults.ts';

/** Reasons by the code of an exception. */
const reasons: Readonly<Record<number, readonly [ConnectorErrorKind, string]>> = {
  42: ['invalid_config', 'a function has too many or too few arguments'],
  43: ['invalid_config', 'a function cannot take values of this type'],
  46: ['invalid_config', 'there is no such function'],
  47: ['invalid_config', 'a column does not exist'],
  53: ['invalid_config', 'the types of its parts do not fit'],
  60: ['resource_missing', 'the table does not exist'],
  62: ['invalid_config', 'there is a syntax error'],
  63: ['invalid_config', 'there is no such aggregate function'],
  81: ['resource_missing', 'the database does not exist on the server'],
  153: ['invalid_config', 'it divides by zero. Use nullIf(…, 0)'],
  158: ['invalid_config', 'it reads more rows than the user may'],
  159: ['transient', 'the statement took longer than there is time for'],
  160: ['transient', 'the statement would take longer than there is time for'],
  164: ['invalid_config', 'it would change data or settings, and connections only read'],
  184: ['invalid_config', 'an aggregate such as sum(…) stands where there can be none'],
  192: ['reauth_required', wrongPassword],
  193: ['reauth_required', wrongPassword],
  194: ['reauth_required', wrongPassword],
  195: ['invalid_config', 'the server does not let this user in from here'],
  201: ['transient', 'the user has used up its quota on the server'],
  202: ['transient', 'the server has too many queries at once'],
  209: ['transient', 'the server could not answer at the moment'],
  210: ['transient', 'the server could not answer at the moment'],
  215: ['invalid_config', 'a metric is an aggregate such as sum(…), a dimension has none'],
  241: ['transient', 'the server has too little memory for it'],
  242: ['transient', 'the table can only be read at the moment'],
  386: ['invalid_config', 'the types of its parts do not fit'],
  394: ['transient', 'the statement was stopped on the server'],
  396: ['invalid_config', 'it has more rows than the user may get'],
  497: ['resource_missing', 'the user may not read what it asks for. Grant SELECT on the table'],
  516: ['reauth_required', wrongPassword],
};

/** What an exception means, by its code and its text, of which only a column's name and a place are taken. */
export function refusalOf(code: number, text: string): Refusal {
  const [kind, reason] = reasons[code] ?? ['invalid_config' as const, `the server refuses it (code ${code})`];
  const column = code === 47 ? missingColumn(text) : undefined;
  if (column !== undefined) return { kind, reason: `the column "${column}" does not exist`, column };
  const [, place] = (code === 62 && /failed at position (\d+)/.exec(text)) || [];
  return place === undefined ? { kind, reason } : { kind, reason, at: Number(place) - 1 };
}

function missingColumn(text: string): string | undefined {
  const named =
    /(?:Unknown identifier:|Missing columns:|Unknown (?:expression )?(?:or function )?identifier) ['`"]?([^'`",\s]+)/.exec(
      text,
    );
  return named?.[1]?.replace(/[.;]$/, '').replace(/^source\./, '');
}

/** The code of an exception, from the header of today's servers or the text of old ones. */
export function codeOfException(header: string | null, text: string): number | undefined {
  const code = Number(header ?? /^\s*Code: (\d+)[.,]/.exec(text)?.[1] ?? Number.NaN);
  return Number.isInteger(code) && code > 0 ? code : undefined;
}
