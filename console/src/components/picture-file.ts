/** The most bytes of a picture in sections and brands. */
const mostPictureBytes = 512 * 1024;

/** Why a file cannot be a picture of a report, as a word of `messages.sections.pictures.faults`. */
export type PictureFault = 'unreadable' | 'tooLarge';

export type PictureRead = { readonly uri: string } | { readonly fault: PictureFault };

const longestEdges = [2400, 1800, 1200, 800, 400] as const;

/** A file as a data URI that reports can show. Large pictures, and those of other kinds, are drawn anew as PNG or JPEG. */
export async function readPictureFile(file: Blob): Promise<PictureRead> {
  const type = pictureType(new Uint8Array(await file.slice(0, 4096).arrayBuffer()));
  if (type && file.size <= mostPictureBytes) return { uri: await uriOf(file, type) };
  if (type === 'image/svg+xml') return { fault: 'tooLarge' };
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return { fault: 'unreadable' };
  const drawn = await drawSmaller(bitmap);
  return drawn ? { uri: await uriOf(drawn, drawn.type) } : { fault: 'tooLarge' };
}

/** What kind of picture begins with the bytes, of those that reports can show; undefined for any other. */
function pictureType(start: Uint8Array): 'image/png' | 'image/jpeg' | 'image/svg+xml' | undefined {
  if (beginsWith(start, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  if (beginsWith(start, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  return /^\s*<(?:\?xml|!--|!DOCTYPE svg|svg)[\s\S]*<?svg/i.test(new TextDecoder().decode(start))
    ? 'image/svg+xml'
    : undefined;
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

async function uriOf(blob: Blob, type: string): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8190) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8190)));
  return `data:${type};base64,${btoa(parts.join(''))}`;
}

async function drawSmaller(bitmap: ImageBitmap): Promise<Blob | undefined> {
  for (const edge of longestEdges) {
    const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // A JPEG would have black where a logo lets the page through.
    const types = isOpaque(context) ? ['image/png', 'image/jpeg'] : ['image/png'];
    for (const type of types) {
      const blob = await canvas.convertToBlob({ type, quality: 0.88 });
      if (blob.size <= mostPictureBytes) return blob;
    }
  }
  return undefined;
}

function isOpaque(context: OffscreenCanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
