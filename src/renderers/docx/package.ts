import type { ReportView } from '../report-view.ts';

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The document's properties, dated by the report: docx would write the time of day. */
export function coreProperties({ document, client, createdAt }: ReportView): string {
  const time = createdAt.toISOString().replace(/\.\d+Z$/, 'Z');
  const date = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>`;
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties ' +
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escaped(document.title)}</dc:title><dc:subject>${escaped(document.project_name)}</dc:subject>` +
    `<dc:creator>${escaped(client ?? document.project_name)}</dc:creator>` +
    `<dc:language>${escaped(document.locale)}</dc:language>${date('created')}${date('modified')}</cp:coreProperties>`
  );
}

const endRecord = 0x06054b50;
const centralHeader = 0x02014b50;

/** Puts one time on every entry of a zip archive, in place: zip keeps the local time of packing. */
export function stampEntries(zip: Buffer, time: Date): void {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || zip.readUInt32LE(end) !== endRecord) throw new Error('The archive has no end record.');
  const stamp = dosTime(time);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== centralHeader) throw new Error('The archive has no central header where one belongs.');
    zip.writeUInt32LE(stamp, at + 12);
    zip.writeUInt32LE(stamp, zip.readUInt32LE(at + 42) + 10);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

/** Date and time as zip writes them: years from 1980 on, in steps of two seconds. */
function dosTime(time: Date): number {
  const year = Math.min(127, Math.max(0, time.getUTCFullYear() - 1980));
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
