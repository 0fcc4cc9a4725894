import { strToU8, type Zippable, zipSync } from 'fflate';
import { Markup, xml } from '../text/markup.ts';

/** A file of the package. A null content type is derived from the file name's extension. */
export interface Part {
  readonly path: string;
  readonly contentType: string | null;
  readonly content: Markup | Uint8Array;
}

/** The time of every entry, as Word itself writes it. Zip stores local time, and no time zone ever skipped noon. */
const stamp = new Date(1980, 0, 1, 12);

/** Text shrinks to a fifth at the fastest level; pictures and workbooks are compressed already and stored as they are. */
const level = 1;
const compressed = /\.(png|xlsx)$/;

/** The zip archive of an Office file, with its list of content types. */
export function zipPackage(parts: readonly Part[]): Uint8Array {
  const files: Zippable = {};
  for (const { path, content } of [{ path: '[Content_Types].xml', content: contentTypes(parts) }, ...parts]) {
    files[path] = [bytesOf(content), { level: compressed.test(path) ? 0 : level, mtime: stamp }];
  }
  return zipSync(files);
}

function bytesOf(content: Markup | Uint8Array): Uint8Array {
  if (!(content instanceof Markup)) return content;
  return strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content.text}`);
}

function contentTypes(parts: readonly Part[]): Markup {
  const overrides = parts.flatMap(({ path, contentType }) =>
    contentType === null ? [] : [xml`<Override PartName="/${path}" ContentType="${contentType}"/>`],
  );
  const workbooks = parts.some(({ path }) => path.endsWith('.xlsx'))
    ? xml`<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>\n`
    : null;
  return xml`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="png" ContentType="image/png"/>
<Default Extension="svg" ContentType="image/svg+xml"/>
<Default Extension="odttf" ContentType="application/vnd.openxmlformats-officedocument.obfuscatedFont"/>
${workbooks}${overrides}</Types>`;
}
