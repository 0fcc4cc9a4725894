import { open } from 'node:fs/promises';
import { ServiceError } from '../../platform/errors.ts';

/** What uploads may be, by the ending that connections know each format by. */
export const uploadFormats = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'arrow', 'xlsx'] as const;
export type UploadFormat = (typeof uploadFormats)[number];

const headBytes = 64 * 1024;
const names: Readonly<Record<string, string>> = {
  jsonl: 'ndjson',
  pq: 'parquet',
  feather: 'arrow',
  ipc: 'arrow',
};

/** Whether a name ends in the ending of a format. */
export function hasFormat(name: string, format: string): boolean {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(name) ?? [];
  const known = ending.toLowerCase();
  return (names[known] ?? known) === format;
}

/** The format of a file, found in its bytes; throws `unsupported_media_type` for what connections do not read. */
export async function findFormat(path: string): Promise<UploadFormat> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const head = buffer.subarray(0, bytesRead);
  if (head.length === 0) throw refused('The file is empty.');
  return formatOfBytes(head) ?? formatOfText(decode(head));
}

function formatOfBytes(head: Buffer): UploadFormat | undefined {
  const begins = (...bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x41, 0x52, 0x31)) return 'parquet';
  // A file, or a stream that begins with a message.
  if (head.toString('latin1', 0, 6) === 'ARROW1' || begins(0xff, 0xff, 0xff, 0xff)) return 'arrow';
  // Archives of other kinds are unpacked by now; whether it is a workbook shows when it is read.
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw refused('The file is a workbook of an old Excel. Save it as .xlsx.');
  if (head.toString('latin1', 257, 262) === 'ustar') throw refused('The file is an archive (tar). Unpack it first.');
  return undefined;
}

/** As text, whatever its encoding: only ASCII letters and signs tell the format. */
function decode(head: Buffer): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros > head.length / 5) return new TextDecoder(head[0] === 0 ? 'utf-16be' : 'utf-16le').decode(head);
  if (zeros > 0) throw refused(`Its content is none of ${uploadFormats.join(', ')}.`);
  return new TextDecoder('latin1').decode(head).replace(/^ï»¿/, '');
}

function formatOfText(text: string): UploadFormat {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of these.
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(1))) {
    throw refused(`Its content is none of ${uploadFormats.join(', ')}.`);
  }
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (/^<(!doctype|html|\?xml)/i.test(start))
    throw refused('The file is a web page or XML, such as an error of the system it comes from.');
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return isObject(start.split(/\r?\n/, 1)[0] ?? '') ? 'ndjson' : 'json';
  const [line = ''] = start.split(/\r?\n/, 1);
  return line.includes('\t') && !/[,;|]/.test(line.replace(/"[^"]*"/g, '')) ? 'tsv' : 'csv';
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

function refused(what: string): ServiceError {
  const message = `${what} Upload a CSV, TSV, JSON, NDJSON, Parquet, Arrow or XLSX file.`;
  return new ServiceError('unsupported_media_type', { message });
}
