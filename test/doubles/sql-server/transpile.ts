import { groupedAlias } from '../grouped-alias.ts';

/** What is wrong with a statement, as the server numbers and words it. */
export class ServerFault extends Error {
  readonly number: number;

  constructor(number: number, message: string) {
    super(message);
    this.number = number;
  }
}

interface Token {
  readonly text: string;
  readonly kind: 'name' | 'quoted' | 'text' | 'number' | 'symbol';
}

const pattern =
  /\s+|(?<quoted>\[(?:[^\]]|\]\])*\]|"(?:[^"]|"")*")|(?<text>[Nn]?'(?:[^']|'')*')|(?<name>@{0,2}[\p{L}_][\p{L}\p{N}_$#@]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<symbol><>|<=|>=|!=|\S)/gu;

/** The functions of T-SQL that the double knows, by what DuckDB calls them; others are refused. */
const functions: Readonly<Record<string, string>> = {
  ...{ sum: 'sum', avg: 'avg', min: 'min', max: 'max', count: 'count', count_big: 'count', abs: 'abs', rand: 'random' },
  ...{ coalesce: 'coalesce', nullif: 'nullif', isnull: 'ifnull', floor: 'floor', replace: 'replace', ltrim: 'ltrim' },
  ...{ rtrim: 'rtrim', upper: 'upper', lower: 'lower', len: 'length', left: 'left', right: 'right', nchar: 'chr' },
  ...{ quotename: 'quotename', db_id: 'db_id', db_name: 'db_name', is_srvrolemember: 'is_srvrolemember' },
  ...{ is_rolemember: 'is_rolemember', has_perms_by_name: 'has_perms_by_name' },
};

/** Words before a parenthesis that are no functions. */
const noFunctions =
  /^(?:from|join|on|and|or|not|in|as|exists|over|when|then|else|where|select|by|values|apply|union|all|top|case|between|like)$/i;

const types: Readonly<Record<string, string>> = {
  ...{ nvarchar: 'VARCHAR', varchar: 'VARCHAR', nchar: 'VARCHAR', char: 'VARCHAR', float: 'DOUBLE', real: 'FLOAT' },
  ...{ datetime: 'TIMESTAMP_MS', datetime2: 'TIMESTAMP', datetimeoffset: 'TIMESTAMPTZ', date: 'DATE', bit: 'BOOLEAN' },
  ...{ tinyint: 'UTINYINT', smallint: 'SMALLINT', int: 'INTEGER', bigint: 'BIGINT' },
};

/** SQL of DuckDB for a statement of T-SQL. Throws a ServerFault for what the double does not know. */
export function transpile(sql: string): string {
  const alias = groupedAlias(sql);
  if (alias !== undefined) throw new ServerFault(207, `Invalid column name '${alias}'.`);
  const tokens: Token[] = [];
  for (const { groups = {}, 0: all } of sql.matchAll(pattern)) {
    const found = Object.entries(groups).find(([, text]) => text !== undefined);
    if (found) tokens.push({ kind: found[0] as Token['kind'], text: all });
  }
  return new Reader(tokens).rest();
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** All tokens up to the end of the parentheses that they are in; a TOP of theirs becomes a LIMIT at their end. */
  rest(): string {
    const parts: string[] = [];
    let limit = '';
    for (let token = this.#next(); token && token.text !== ')'; token = this.#next()) {
      if (token.kind === 'name' && /^top$/i.test(token.text)) {
        this.#expect('(');
        limit = ` LIMIT ${this.rest()}`;
      } else if (token.kind === 'name' && /^collate$/i.test(token.text)) {
        // In a binary collation, too, blanks at the end do not count.
        this.#next();
        parts.push(`rtrim(${parts.pop()}, ' ') COLLATE C`);
      } else {
        parts.push(this.#piece(token));
      }
    }
    return `${parts.join(' ')}${limit}`;
  }

  #piece(token: Token): string {
    const { kind, text } = token;
    if (kind === 'quoted') {
      const name = text.slice(1, -1).replaceAll(']]', ']').replaceAll('""', '"');
      return `"${name.replaceAll('"', '""')}"`;
    }
    if (kind === 'text') return text.replace(/^[Nn]/, '');
    if (text === '(') return `(${this.rest()})`;
    if (text === '+') {
      const next = this.#tokens[this.#at];
      return next?.kind === 'text' || /^(?:nchar|quotename)$/i.test(next?.text ?? '') ? '||' : '+';
    }
    if (text === '/') return '/';
    if (kind !== 'name') return text;
    if (this.#tokens[this.#at]?.text !== '(' || noFunctions.test(text)) return text;
    this.#next();
    return this.#call(text.toLowerCase());
  }

  #call(name: string): string {
    if (name === 'cast') {
      const [value = '', type = ''] = this.rest().split(/ AS (?=[^ ]+(?: \([^()]*\))?$)/i);
      return `CAST(${value} AS ${typeOf(type)})`;
    }
    const list = this.rest();
    const known = functions[name];
    const [first = '', second = '', third = ''] = argumentsOf(list);
    switch (name) {
      case 'convert':
        return converted(first, second, third);
      case 'datediff':
      case 'datediff_big':
        return `date_diff('${first}', ${second}, CAST(${third} AS TIMESTAMP))`;
      case 'dateadd':
        return `(CAST(${third} AS TIMESTAMP) + to_${first}s(${second}))`;
      case 'switchoffset':
        return `make_timestamp(epoch_us(${first}))`;
      case 'nvarchar':
      case 'varchar':
      case 'decimal':
        return `${name} (${list})`;
      default:
        if (known === undefined) throw new ServerFault(195, `'${name}' is not a recognized built-in function name.`);
        return `${known}(${list})`;
    }
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at++;
    return token;
  }

  #expect(text: string): void {
    const token = this.#next();
    if (token?.text !== text) throw new ServerFault(102, `Incorrect syntax near '${token?.text}'.`);
  }
}

function typeOf(word: string): string {
  const [, base = '', size = ''] = /^(\w+) ?(\(.*\))?$/.exec(word.trim()) ?? [];
  if (base === 'decimal') return `DECIMAL${size}`;
  const type = types[base.toLowerCase()];
  if (type === undefined) throw new ServerFault(243, `Type ${word} is not a defined system type.`);
  return type;
}

/** Styles of CONVERT. */
function converted(type: string, value: string, style: string): string {
  if (!/^nvarchar/.test(type)) throw new ServerFault(281, `${style} is not a valid style number.`);
  if (style === '126') return `strftime(CAST(${value} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S')`;
  if (style === '23' || style === '3' || style === '2') return `CAST(${value} AS VARCHAR)`;
  throw new ServerFault(281, `${style} is not a valid style number when converting to a character string.`);
}

/** Splits at commas outside of parentheses and texts. */
function argumentsOf(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begin = 0;
  let isText = false;
  for (const [index, character] of [...list].entries()) {
    if (character === "'") isText = !isText;
    if (isText) continue;
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character !== ',' || depth > 0) continue;
    found.push([...list].slice(begin, index).join('').trim());
    begin = index + 1;
  }
  found.push([...list].slice(begin).join('').trim());
  return found;
}
