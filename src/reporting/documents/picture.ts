import { Type } from 'typebox';

/** The most bytes of one picture, decoded. */
export const mostPictureBytes = 512 * 1024;

type PictureType = 'image/png' | 'image/jpeg' | 'image/svg+xml';

/** What reports show a picture as: each has its own size and shape. */
export type PictureUse = 'logo' | 'cover' | 'picture' | 'card';

export interface PictureFile {
  readonly type: PictureType;
  readonly bytes: Buffer;
}

const reference = /^sha256:[0-9a-f]{64}$/;
const starts: Readonly<Record<PictureType, Buffer>> = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/svg+xml': Buffer.from('<svg'),
};

/** Whether a text names a picture that the account has stored. */
export function isPictureReference(text: string): boolean {
  return reference.test(text);
}

/** The picture in a data URI; undefined for any other text, and for one of more than `most` bytes. */
export function readPicture(text: string, most: number): PictureFile | undefined {
  // Base64 takes four characters for three bytes, percent-encoding at most three for one; anything longer is too large.
  if (text.length > most * 3 + 200) return undefined;
  const match = /^data:(image\/(?:png|jpeg|svg\+xml))(?:;[a-z0-9-]+=[a-zA-Z0-9-]+)*(;base64)?,/.exec(text);
  if (!match) return undefined;
  const type = match[1] as PictureType;
  const data = text.slice(match[0].length);
  const bytes = match[2] ? decodeBase64(data) : decodePercent(data);
  if (!bytes || bytes.length === 0 || bytes.length > most) return undefined;
  const isOfType =
    type === 'image/svg+xml'
      ? bytes.includes(starts[type])
      : bytes.subarray(0, starts[type].length).equals(starts[type]);
  return isOfType ? { type, bytes } : undefined;
}

/** The same picture always gives the same text. */
export function pictureUri({ type, bytes }: { readonly type: string; readonly bytes: Uint8Array }): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

function decodeBase64(data: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? Buffer.from(data, 'base64') : undefined;
}

function decodePercent(data: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

/** A pixel. */
const example =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The picture of a section, as settings hold it. */
export const Picture = Type.Refine(
  Type.String({
    // Percent-encoding takes at most three characters for a byte.
    maxLength: 3 * mostPictureBytes + 200,
    description:
      'Data URI of a PNG, JPEG or SVG picture, at most 512 KiB decoded, or `sha256:` and the digest of one that the account has stored. Answers name stored pictures. One that reports cannot show is refused with the reason: it cannot be read, shows nothing, has more than 16,000,000 points, or uses filters, masks, patterns, scripts, embedded pictures or entities.',
    examples: [example],
  }),
  (text) => isPictureReference(text) || readPicture(text, mostPictureBytes) !== undefined,
  () => 'must be a data URI of a PNG, JPEG or SVG picture of at most 512 KiB, or sha256: and a digest',
);
