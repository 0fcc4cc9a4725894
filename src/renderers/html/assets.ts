import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

export interface ViewerAsset {
  readonly contentType: string;
  readonly body: Buffer;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

function load(file: string): readonly [name: string, asset: ViewerAsset] {
  const body = readFileSync(new URL(file, import.meta.url));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const extension = extname(file);
  return [
    `${file.slice(0, -extension.length)}-${hash}${extension}`,
    { contentType: contentTypes[extension] ?? 'application/octet-stream', body },
  ];
}

const stylesheet = load('viewer.css');
const script = load('viewer.js');

/** The viewer's own files by name. A name holds a hash of the content, so that browsers may keep a file for ever. */
export const viewerAssets: ReadonlyMap<string, ViewerAsset> = new Map([stylesheet, script]);

export const stylesheetName = stylesheet[0];
export const scriptName = script[0];
