import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import * as duckdb from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import { ConnectorError } from '../contract.ts';
import { reasonOf, stopped } from './faults.ts';
import { decompressLz4Frame } from './lz4.ts';
import type { SourceFile } from './paths.ts';
import { identifier } from './sql.ts';

const maxBytes = 512 * 1024 * 1024;
const rowsPerChunk = 2048;

const { LZ4_FRAME, ZSTD } = arrow.CompressionType;
arrow.compressionRegistry.set(LZ4_FRAME, { decode: (data) => decompressLz4Frame(data, maxBytes) });
arrow.compressionRegistry.set(ZSTD, { decode: (data) => zstdDecompressSync(data, { maxOutputLength: maxBytes }) });

/** How the values of one Arrow type are put into a DuckDB column. */
interface ColumnConversion {
  readonly type: duckdb.DuckDBType;
  readonly convert: (value: never) => duckdb.DuckDBValue;
}

/**
 * Loads Arrow files (Feather, IPC file or stream; plain, LZ4 or Zstandard) into a table `source`, since DuckDB cannot
 * read them without an extension. The files of one pattern must have the same columns.
 */
export async function loadArrow(
  connection: duckdb.DuckDBConnection,
  files: readonly SourceFile[],
  signal: AbortSignal,
): Promise<void> {
  if (files.reduce((sum, file) => sum + file.bytes, 0) > maxBytes) {
    throw invalid('Arrow files may have 512 MB in total. Use Parquet for more.');
  }
  let columns: string | undefined;
  for (const file of files) {
    const handle = await open(file.path);
    try {
      const reader = await arrow.RecordBatchReader.from(handle);
      await reader.open();
      const fields = reader.schema.fields;
      const conversions = fields.map(conversionOf);
      const described = fields.map(({ name }, index) => `${identifier(name)} ${conversions[index]?.type}`).join(', ');
      if (columns === undefined) await connection.run(`CREATE TABLE source (${described})`);
      else if (columns !== described) throw invalid(`The columns of ${file.name} are not those of the other files.`);
      columns = described;
      await append(connection, reader, conversions, signal);
    } catch (error) {
      throw error instanceof ConnectorError ? error : malformed(file, error);
    } finally {
      await handle.close();
    }
  }
}

async function append(
  connection: duckdb.DuckDBConnection,
  reader: arrow.RecordBatchReader,
  conversions: readonly ColumnConversion[],
  signal: AbortSignal,
): Promise<void> {
  const appender = await connection.createAppender('source');
  const types = conversions.map(({ type }) => type);
  for await (const batch of reader) {
    for (let start = 0; start < batch.numRows; start += rowsPerChunk) {
      const rows = Math.min(rowsPerChunk, batch.numRows - start);
      const chunk = duckdb.DuckDBDataChunk.create(types, rows);
      for (const [index, { convert }] of conversions.entries()) {
        const values = batch.getChildAt(index);
        const convertAt = (_: unknown, offset: number) => {
          const value = values?.get(start + offset) ?? null;
          return value === null ? null : convert(value as never);
        };
        chunk.setColumnValues(index, Array.from({ length: rows }, convertAt));
      }
      appender.appendDataChunk(chunk);
      // A batch may hold all rows of a file, and the thread must send heartbeats and notice deadlines meanwhile.
      await setImmediate();
      if (signal.aborted) throw stopped(signal);
    }
  }
  appender.closeSync();
}

function conversionOf({ name, type }: arrow.Field): ColumnConversion {
  if (arrow.DataType.isDictionary(type)) return conversionOf(arrow.Field.new(name, type.dictionary));
  if (arrow.DataType.isInt(type)) {
    if (type.bitWidth < 64) return { type: duckdb.BIGINT, convert: (value: number) => BigInt(value) };
    return { type: type.isSigned ? duckdb.BIGINT : duckdb.UBIGINT, convert: (value: bigint) => value };
  }
  if (arrow.DataType.isFloat(type)) return { type: duckdb.DOUBLE, convert: (value: number) => value };
  if (arrow.DataType.isDecimal(type)) {
    return { type: duckdb.DOUBLE, convert: (value: Uint32Array) => decimalOf(value, type.scale) };
  }
  if (arrow.DataType.isBool(type)) return { type: duckdb.BOOLEAN, convert: (value: boolean) => value };
  if (arrow.DataType.isDate(type)) return { type: duckdb.DATE, convert: dateOf };
  if (arrow.DataType.isTimestamp(type)) {
    if (type.timezone)
      return { type: duckdb.TIMESTAMPTZ, convert: (ms: number) => new duckdb.DuckDBTimestampTZValue(microsOf(ms)) };
    return { type: duckdb.TIMESTAMP, convert: (ms: number) => new duckdb.DuckDBTimestampValue(microsOf(ms)) };
  }
  if (arrow.DataType.isTime(type)) {
    return { type: duckdb.TIME, convert: (value: Count) => new duckdb.DuckDBTimeValue(microsIn(value, type.unit)) };
  }
  if (arrow.DataType.isDuration(type)) {
    const convert = (value: Count) => new duckdb.DuckDBIntervalValue(0, 0, microsIn(value, type.unit));
    return { type: duckdb.INTERVAL, convert };
  }
  return { type: duckdb.VARCHAR, convert: (value: unknown) => String(value) };
}

type Count = number | bigint;

const unitsInSecond: Readonly<Record<arrow.TimeUnit, bigint>> = {
  [arrow.TimeUnit.SECOND]: 1n,
  [arrow.TimeUnit.MILLISECOND]: 1_000n,
  [arrow.TimeUnit.MICROSECOND]: 1_000_000n,
  [arrow.TimeUnit.NANOSECOND]: 1_000_000_000n,
};

/** Times of day and durations are counts of their unit. */
function microsIn(count: Count, unit: arrow.TimeUnit): bigint {
  return (BigInt(count) * 1_000_000n) / unitsInSecond[unit];
}

function dateOf(ms: number): duckdb.DuckDBDateValue {
  return new duckdb.DuckDBDateValue(Math.floor(ms / 86_400_000));
}

/** Arrow's reader gives every timestamp in milliseconds, with a fraction if its unit is finer. */
function microsOf(ms: number): bigint {
  return BigInt(Math.round(ms * 1000));
}

/** A little-endian two's complement integer of 32-bit words, scaled. */
function decimalOf(words: Uint32Array, scale: number): number {
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return Number(BigInt.asIntN(words.length * 32, unsigned)) / 10 ** scale;
}

function malformed(file: SourceFile, error: unknown): ConnectorError {
  const reason = reasonOf(error, [file]);
  return new ConnectorError('invalid_config', `Reading ${file.name} failed: ${reason || 'it is not an Arrow file'}`, {
    cause: error,
  });
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
