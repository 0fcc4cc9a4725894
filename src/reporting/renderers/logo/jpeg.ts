/** The size of a JPEG picture in pixels as it is stored, and how it is to be turned (EXIF, 1 to 8; 1 for not at all). */
export interface JpegHead {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
  /** How many values a pixel has: 4 for the colours of print. */
  readonly components: number;
}

const startOfImage = 0xffd8;
const exifSegment = 0xe1;
const startOfScan = 0xda;
const orientationTag = 0x0112;
/** Frames begin with C0 to CF; these three are tables. */
const tables = [0xc4, 0xc8, 0xcc];

/** Reads the segments before the pixels; undefined if there is no frame among them. Throws RangeError for cut ones. */
export function readJpegHead(bytes: Buffer): JpegHead | undefined {
  if (bytes.readUInt16BE(0) !== startOfImage) return undefined;
  let orientation = 1;
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (marker === exifSegment) orientation = orientationOf(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    if (marker >= 0xc0 && marker <= 0xcf && !tables.includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { height, width, orientation, components: bytes.readUInt8(at + 9) };
    }
    at += 2 + length;
  }
  return undefined;
}

/** The orientation in an EXIF segment, which is laid out as a TIFF file. */
function orientationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || segment.length < 14) return undefined;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(short(directory), 100);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) === orientationTag) return short(at + 8);
  }
  return undefined;
}

/** How a picture of this size is turned: an affine transformation as SVG writes it, and whether its sides change places. */
export function turned({ width, height, orientation }: JpegHead): {
  readonly matrix: string;
  readonly isOnSide: boolean;
} {
  const matrices = [
    '1 0 0 1 0 0',
    `-1 0 0 1 ${width} 0`,
    `-1 0 0 -1 ${width} ${height}`,
    `1 0 0 -1 0 ${height}`,
    '0 1 1 0 0 0',
    `0 1 -1 0 ${height} 0`,
    `0 -1 -1 0 ${height} ${width}`,
    `0 -1 1 0 0 ${width}`,
  ];
  return { matrix: matrices[orientation - 1] ?? matrices[0] ?? '', isOnSide: orientation >= 5 && orientation <= 8 };
}
