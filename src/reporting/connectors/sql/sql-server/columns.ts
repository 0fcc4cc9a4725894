import type { Column, ColumnKind } from '../engine.ts';

/** Lengths, in bytes, by which the protocol tells types of one kind apart. */
const byLength: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  IntN: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  FloatN: { 4: 'real', 8: 'float' },
  DateTimeN: { 4: 'smalldatetime', 8: 'datetime' },
};

/** The protocol's types that figures, days and keys can be made of. */
const types: Readonly<Record<string, readonly [ColumnKind, string]>> = {
  TinyInt: ['number', 'tinyint'],
  SmallInt: ['number', 'smallint'],
  Int: ['number', 'int'],
  BigInt: ['number', 'bigint'],
  IntN: ['number', 'int'],
  Real: ['number', 'real'],
  Float: ['number', 'float'],
  FloatN: ['number', 'float'],
  SmallMoney: ['number', 'money'],
  Money: ['number', 'money'],
  MoneyN: ['number', 'money'],
  DecimalN: ['number', 'decimal'],
  NumericN: ['number', 'decimal'],
  Date: ['day', 'date'],
  SmallDateTime: ['local', 'smalldatetime'],
  DateTime: ['local', 'datetime'],
  DateTimeN: ['local', 'datetime'],
  DateTime2: ['local', 'datetime2'],
  DateTimeOffset: ['instant', 'datetimeoffset'],
  Char: ['text', 'char'],
  VarChar: ['text', 'varchar'],
  NChar: ['text', 'nchar'],
  NVarChar: ['text', 'nvarchar'],
};

/** The length of a text that may be as long as it likes. */
const anyLength = 65_535;

/** What the driver tells of a column. */
export interface ToldColumn {
  readonly colName: string;
  readonly type: { readonly name: string };
  /** In bytes. */
  readonly dataLength?: number | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
}

export function columnOf({ colName: name, type, dataLength, precision, scale }: ToldColumn): Column {
  const [kind, word] = types[type.name] ?? ['other', type.name.toLowerCase()];
  if (kind === 'text') {
    const characters = word.startsWith('n') ? (dataLength ?? 0) / 2 : (dataLength ?? 0);
    return { name, kind, type: `${word}(${dataLength === anyLength ? 'max' : characters})` };
  }
  if (word === 'decimal') return { name, kind, type: `decimal(${precision}, ${scale})` };
  return { name, kind, type: byLength[type.name]?.[dataLength ?? 0] ?? word };
}

/** A value as text or number: days and times as the standard writes them, instants in UTC. */
export function readable(value: unknown, { kind }: Column): unknown {
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (!(value instanceof Date)) return value;
  const text = value.toISOString();
  if (kind === 'day') return text.slice(0, 10);
  return kind === 'instant' ? text : text.slice(0, -1).replace('T', ' ');
}
