import type { TProperties, TSchema } from 'typebox';
import type { ConfigWarning, ConnectorContext, ConnectorErrorKind, Resource } from '../contract.ts';
import type { Lexicon } from './lexer.ts';

/**
 * What a column holds: a `day` and a `local` time are the same in every zone, an `instant` is not; `other` is what no
 * figure can be made of, such as a flag.
 */
export type ColumnKind = 'day' | 'local' | 'instant' | 'number' | 'text' | 'other';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The server's word, such as `timestamptz`. */
  readonly type: string;
}

/** The answer to one SELECT; values are texts or numbers, null for NULL. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
  /** Where the server tells it. */
  readonly rowsBeforeLimit?: number;
  /** What the server bills the statement for, where it tells it. */
  readonly bytesBilled?: number;
}

/** What a server says of a SELECT that it does not run. */
export interface Described {
  readonly columns: readonly Column[];
  /** What the statement would read. */
  readonly bytes: number;
}

/** Why a server refused a statement, in words that name neither users nor secrets. */
export interface Refusal {
  readonly kind: ConnectorErrorKind;
  /** A sentence without its full stop, which can follow a colon. */
  readonly reason: string;
  /** The column that does not exist. */
  readonly column?: string;
  /** Where in the statement the fault is, from 0. */
  readonly at?: number;
}

/** What a refused statement is thrown as within these modules. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, cause: unknown) {
    super(refusal.reason, { cause });
    this.refusal = refusal;
  }
}

/** One open connection that can only read. Statements are run one after the other. */
export interface Session extends AsyncDisposable {
  /** Runs one SELECT. Throws a RefusedError, or a ConnectorError when it was stopped or the connection broke. */
  select(sql: string): Promise<Answer>;
  /** As `select`, without running it, where the server can say what it would bill. */
  describe?(sql: string): Promise<Described>;
}

/** The days of a query on the date of a connection. */
export interface Days {
  /** SQL of the date. */
  readonly date: string;
  readonly column: Column;
  readonly timeZone: string;
}

/** SQL of a metric, and whether it is computed of the rows at the end alone. */
export interface Figure {
  readonly sql: string;
  /** What the server says that it is; undefined where nobody has asked. */
  readonly column: Column | undefined;
  readonly isAtEnd: boolean;
}

/** What is grouped and computed. */
export interface Grouped {
  /** SQL of the source with its alias. */
  readonly source: string;
  readonly within: string;
  /** SQL of the key, undefined for the whole period. */
  readonly key: string | undefined;
  /** SQL of a second key, by whose pairs with the first is grouped; only of dimensions. */
  readonly secondary?: string;
  readonly isCalendar: boolean;
  /** Whether keys may be blank texts, of which a server may put a group first. */
  readonly mayBeBlank: boolean;
  readonly figures: readonly Figure[];
  /** The condition that a row counts at the end; undefined if no figure is one. */
  readonly atEnd: string | undefined;
  readonly limit: number;
}

export interface Groups {
  /** `secondary` only where there is a second key. */
  readonly groups: readonly {
    readonly key: unknown;
    readonly secondary?: unknown;
    readonly values: readonly unknown[];
  }[];
  readonly groupCount: number;
  /** Undefined if the answer does not tell it, since groups are missing beyond the limit. */
  readonly rowsRead: number | undefined;
}

/** A calendar unit of a query: its key, and its first day within the period. */
export interface Unit {
  readonly key: string;
  readonly start: Temporal.PlainDate;
}

/** How a server writes SQL. */
export interface Dialect {
  readonly lexicon: Lexicon;
  identifier(name: string): string;
  /** The condition that a row's date is at or after the beginning of `from`, and before that of `before`. */
  period(days: Days, from: Temporal.PlainDate, before: Temporal.PlainDate): string;
  /** SQL that tells the calendar unit of a row, by a value that `unitKey` understands. */
  unit(days: Days, by: 'day' | 'week' | 'month', units: readonly Unit[]): string;
  unitKey(value: unknown, by: 'day' | 'week' | 'month', units: readonly Unit[]): string;
  /** SQL of the seconds since 1970 of a row, for a time without a zone as if it were one of UTC. */
  seconds(date: string, column: Column): string;
  /** A dimension's value as text that is grouped by its bytes, NULL for a blank one; see `filledText`. */
  text(sql: string, column: Column): string;
  /** If `text` leaves blank ones as they are: SQL of the text that does not. It is used where a group is blank. */
  filledText?(text: string): string;
  /**
   * The condition that values are a row of a SELECT, whose columns have these names; where absent it is `(a, b) IN (SELECT …)`.
   */
  isRowOf?(values: readonly string[], names: readonly string[], rows: string): string;
  /** Types of columns, by the server's word, that no dimension can have. */
  readonly nested?: RegExp;
  /** SELECT of the first rows, whichever; `rest` is what follows FROM. If missing, by LIMIT. */
  some?(columns: string, rest: string, rows: number): string;
  /** Whether GROUP BY takes no name of what is selected, but columns alone. */
  readonly groupsByColumns?: boolean;
  /** SQL of a column whose sum would not fit into its type; undefined for others. */
  summable?(column: Column): string | undefined;
  /** SQL by which a figure comes with all of its digits. If missing, as it is. */
  whole?(figure: string, column: Column | undefined): string;
  grouped(parts: Grouped): string;
  groups(answer: Answer, parts: Grouped): Groups;
}

/** One system that speaks SQL, what says where its database is, and what lets one in. */
export interface Engine<Place extends object = object, Secret extends object = object> {
  readonly system: string;
  readonly place: TProperties;
  readonly secret: TSchema;
  readonly dialect: Dialect;
  /** How many queries a session answers at once; one where they share a snapshot. */
  readonly queriesAtOnce: number;
  /** Where expressions may take times for those of the project, if the server can. Throws a ConnectorError. */
  open(place: Place, secret: Secret, timeZone: string, context: ConnectorContext): Promise<Session>;
  /** Types of which the server rounds means and quotients to the digits of their parts, such as those of whole numbers. */
  readonly wholeTypes?: RegExp;
  /** Refuses a user that may do dangerous things with a ConnectorError; warns of one that may write. */
  checkUser(session: Session): Promise<readonly ConfigWarning[]>;
  /** What a query is about to read, judged before a configuration is stored. Throws a ConnectorError. */
  judgeBytes?(bytes: number, place: Place): readonly ConfigWarning[];
  /** The tables and views that the user may read, at most 1,000. Throws a RefusedError, or a ConnectorError. */
  tables(session: Session, place: Place): Promise<readonly Resource[]>;
}

/** The tables of a SELECT of schema and name; `nameOf` is how one is named in a configuration. */
export async function selectTables(
  session: Session,
  sql: string,
  nameOf: (schema: string, name: string) => string,
): Promise<readonly Resource[]> {
  const { rows } = await session.select(sql);
  return rows.map(([schema, name]) => {
    const table = nameOf(String(schema), String(name));
    return { config: { table }, label: table };
  });
}
