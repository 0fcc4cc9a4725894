import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { designProperties } from './design-properties.ts';

export interface ViewerAsset {
  readonly contentType: string;
  readonly body: Buffer;
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const stylesheet = designProperties() + readFileSync(new URL('./viewer.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('./viewer.js', import.meta.url), 'utf8');

export const stylesheetName = `viewer-${hashed(stylesheet)}.css`;
export const scriptName = `viewer-${hashed(script)}.js`;

/** The viewer's own files by name. A name holds a hash of the content, so browsers may cache a file forever. */
export const viewerAssets: ReadonlyMap<string, ViewerAsset> = new Map([
  [stylesheetName, { contentType: 'text/css; charset=utf-8', body: Buffer.from(stylesheet) }],
  [scriptName, { contentType: 'text/javascript; charset=utf-8', body: Buffer.from(script) }],
]);
