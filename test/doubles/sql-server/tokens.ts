import { longText, shortText, u8, u16, u32, u64 } from './packets.ts';

/** Tokens of answers ([MS-TDS] 2.2.7). */
const collation = Buffer.from([9, 4, 0xd0, 0, 0x34]);

export interface WireColumn {
  readonly name: string;
  readonly type: Buffer;
  value(value: never): Buffer;
}

export function errorToken(number: number, message: string, severity = 16): Buffer {
  const body = Buffer.concat([
    ...[u32(number), u8(1), u8(severity), longText(message), shortText('DOUBLE'), shortText(''), u32(1)],
  ]);
  return Buffer.concat([u8(0xaa), u16(body.length), body]);
}

const isError = 2;
const isCounted = 0x10;
const isAttention = 0x20;

/** The end of a batch; `rows` undefined for one that failed. */
export function doneToken(rows: number | undefined, attention = false): Buffer {
  const status = attention ? isAttention : rows === undefined ? isError : isCounted;
  return Buffer.concat([u8(0xfd), u16(status), u16(0), u64(BigInt(rows ?? 0))]);
}

/** What a called procedure ends in. */
export function doneProcTokens(rows: number): Buffer {
  const inProc = Buffer.concat([u8(0xff), u16(isCounted | 1), u16(0), u64(BigInt(rows))]);
  return Buffer.concat([inProc, u8(0x79), u32(0), u8(0xfe), u16(0), u16(0), u64(0n)]);
}

export function loginTokens(database: string): Buffer {
  const program = shortText('Microsoft SQL Server');
  const ack = Buffer.concat([u8(1), Buffer.from([0x74, 0, 0, 4]), program, Buffer.from([16, 0, 0, 0])]);
  const opened = Buffer.concat([u8(1), shortText(database), shortText('master')]);
  const sorted = Buffer.concat([u8(7), u8(collation.length), collation, u8(0)]);
  const size = Buffer.concat([u8(4), shortText('4096'), shortText('4096')]);
  const changes = [opened, sorted, size].map(envChange);
  return Buffer.concat([...changes, u8(0xad), u16(ack.length), ack, doneToken(0)]);
}

/** Transactions begin with their number, and end with it. */
export function transactionToken(begins: boolean, descriptor: bigint): Buffer {
  const number = Buffer.concat([u8(8), u64(descriptor)]);
  return envChange(Buffer.concat(begins ? [u8(8), number, u8(0)] : [u8(10), u8(0), number]));
}

/** Sends a reader on to another server. */
export function routingToken(host: string, port: number): Buffer {
  const route = Buffer.concat([u8(0), u16(port), longText(host)]);
  return envChange(Buffer.concat([u8(20), u16(route.length), route, u16(0)]));
}

function envChange(body: Buffer): Buffer {
  return Buffer.concat([u8(0xe3), u16(body.length), body]);
}

const isNullable = 1;

export function columnsToken(columns: readonly WireColumn[]): Buffer {
  const told = columns.flatMap(({ name, type }) => [u32(0), u16(isNullable), type, shortText(name)]);
  return Buffer.concat([u8(0x81), u16(columns.length), ...told]);
}

export function rowToken(columns: readonly WireColumn[], row: readonly unknown[]): Buffer {
  return Buffer.concat([u8(0xd1), ...columns.map((column, index) => column.value(row[index] as never))]);
}

/** Types by the words of T-SQL, with how they write their values. */
export function wireColumn(name: string, word: string): WireColumn {
  const [, base = word, size = '', scale = '0'] = /^(\w+)(?:\((\w+)(?:, ?(\d+))?\))?$/.exec(word) ?? [];
  const sized = (bytes: Buffer) => Buffer.concat([u8(bytes.length), bytes]);
  const column = (type: Buffer, write: (value: never) => Buffer): WireColumn => ({
    ...{ name, type },
    value: (value) => (value === null || value === undefined ? u8(0) : sized(write(value))),
  });
  const whole = (bytes: number) =>
    column(Buffer.from([0x26, bytes]), (value: bigint | number) => u64(BigInt(value)).subarray(0, bytes));
  switch (base) {
    case 'bit':
      return column(Buffer.from([0x68, 1]), (value: boolean) => u8(value ? 1 : 0));
    case 'tinyint':
      return whole(1);
    case 'smallint':
      return whole(2);
    case 'int':
      return whole(4);
    case 'bigint':
      return whole(8);
    case 'real':
    case 'float': {
      const bytes = base === 'real' ? 4 : 8;
      return column(Buffer.from([0x6d, bytes]), (value: number) => {
        const written = Buffer.alloc(bytes);
        if (bytes === 4) written.writeFloatLE(value);
        else written.writeDoubleLE(value);
        return written;
      });
    }
    case 'money':
      // Its high half comes first.
      return column(Buffer.from([0x6e, 8]), (value: bigint) => {
        const bytes = u64(value);
        return Buffer.concat([bytes.subarray(4), bytes.subarray(0, 4)]);
      });
    case 'decimal':
      return column(Buffer.from([0x6a, 17, Number(size), Number(scale)]), (value: bigint) => {
        const digits = value < 0n ? -value : value;
        const [low, high] = [u64(BigInt.asIntN(64, digits)), u64(BigInt.asIntN(64, digits >> 64n))];
        return Buffer.concat([u8(value < 0n ? 0 : 1), low, high]);
      });
    case 'date':
      return column(Buffer.from([0x28]), (days: number) => u32(days).subarray(0, 3));
    case 'datetime':
      return column(Buffer.from([0x6f, 8]), ({ days, microseconds }: Moment) => {
        const ticks = Math.round((Number(microseconds) * 300) / 1_000_000);
        return Buffer.concat([u32(days - daysTo1900), u32(ticks)]);
      });
    case 'datetime2':
      return column(Buffer.from([0x2a, 7]), momentBytes);
    case 'datetimeoffset':
      return column(Buffer.from([0x2b, 7]), (moment: Moment) => Buffer.concat([momentBytes(moment), u16(0)]));
    case 'nvarchar':
      return size === 'max' ? longColumn(name) : textColumn(name, Number(size));
    default:
      throw new Error(`The double has no type ${word}`);
  }
}

/** Days since 0001-01-01, and what has passed of the day. */
export interface Moment {
  readonly days: number;
  readonly microseconds: bigint;
}

const daysTo1900 = 693_595;

function momentBytes({ days, microseconds }: Moment): Buffer {
  return Buffer.concat([u64(microseconds * 10n).subarray(0, 5), u32(days).subarray(0, 3)]);
}

const missing = 0xffff;

function textColumn(name: string, characters: number): WireColumn {
  const type = Buffer.concat([u8(0xe7), u16(characters * 2), collation]);
  const value = (text: string | null) => {
    if (text === null) return u16(missing);
    const bytes = Buffer.from(text, 'utf16le');
    return Buffer.concat([u16(bytes.length), bytes]);
  };
  return { name, type, value };
}

/** Texts of any length come in chunks, here in one. */
function longColumn(name: string): WireColumn {
  const type = Buffer.concat([u8(0xe7), u16(missing), collation]);
  const value = (text: string | null) => {
    if (text === null) return u64(-1n);
    const bytes = Buffer.from(text, 'utf16le');
    const chunk = bytes.length === 0 ? [] : [u32(bytes.length), bytes];
    return Buffer.concat([u64(BigInt(bytes.length)), ...chunk, u32(0)]);
  };
  return { name, type, value };
}
