import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import { tallestPart, textSpan } from '../../../src/reporting/renderers/design.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { readJpegHead } from '../../../src/reporting/renderers/logo/jpeg.ts';
import { drawPicturesApart } from '../../../src/reporting/renderers/logo/logo-apart.ts';
import { drawCardPicture, drawPicture, drawSectionPictures } from '../../../src/reporting/renderers/logo/picture.ts';
import { reportDocument } from '../../support/documents.ts';
import { docxParts, pdfText, withoutPoppler } from '../../support/files.ts';
import { samplePicture } from '../../support/galleries.ts';
import { renderDocument } from '../../support/render.ts';

const svgUri = (content: string, size: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`)}`;
const square = svgUri('<path fill="#c2410c" d="M0 0h40v40H0z"/>', 'width="40" height="40"');
const hostile = svgUri('<filter id="f"/>', 'width="40" height="40"');

/** 16 by 8 pixels, the left half red and the right half blue. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABkRAAIDAQAAAAAAAAAAAAAAAABDBYHBBv/aAAwDAQACEQMRAD8Aio4FOdbWjM8u8P/Z',
  'base64',
);

/** The same picture as a camera that was held on its side writes it: an EXIF segment that says so, before the others. */
function held(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}
const jpegUri = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;

test('a picture keeps its own size unless a page has no room for it, and is drawn anew', () => {
  const small = drawPicture(square);
  assert.deepEqual([small?.width, small?.height], [30, 30]);
  assert.equal(small?.png.toString('latin1', 1, 4), 'PNG');
  const wide = drawPicture(svgUri('<path d="M0 0h9v9z"/>', 'width="4000" height="1000"'));
  assert.ok(wide && Math.abs(wide.width - textSpan) < 0.01 && Math.abs(wide.height - textSpan / 4) < 0.01);
  const high = drawPicture(svgUri('<path d="M0 0h900v900z"/>', 'width="1000" height="90000"'));
  assert.ok(high && high.height <= tallestPart + 0.01);
  // Its pixels, in the head of the PNG, are bounded too.
  assert.ok((high?.png.readUInt32BE(20) ?? 0) <= 2 * tallestPart + 1);
});

test('a photo is drawn the way it was held', () => {
  assert.deepEqual(readJpegHead(jpeg), { width: 16, height: 8, orientation: 1, components: 3 });
  assert.deepEqual(readJpegHead(held(6)), { width: 16, height: 8, orientation: 6, components: 3 });
  const sizes = [1, 3, 6, 8].map((orientation) => drawPicture(jpegUri(held(orientation))));
  assert.deepEqual(
    sizes.map((picture) => [picture?.width, picture?.height]),
    [
      [12, 6],
      [12, 6],
      [6, 12],
      [6, 12],
    ],
  );
  const [upright, turned] = sizes.map((picture) => picture?.png.toString('base64'));
  assert.notEqual(upright, turned);
});

test('what cannot be decoded, or is not allowed in a logo, is no picture', () => {
  const cut = jpegUri(jpeg.subarray(0, 40));
  const broken = jpegUri(Buffer.concat([jpeg.subarray(0, jpeg.length - 200), Buffer.alloc(8)]));
  const wrong = Buffer.from(jpeg);
  wrong.writeUInt16BE(60_000, wrong.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  const text = 'data:image/png;base64,iVBORw0KGgoAAAA=';
  for (const uri of [hostile, cut, jpegUri(wrong), text, 'data:text/html,<b>', ''])
    assert.equal(drawPicture(uri), undefined, uri);
  assert.doesNotThrow(() => drawPicture(broken));
});

test('pictures are drawn in a process together, and one that is left out takes none with it', () => {
  const [first, second, third] = drawPicturesApart(
    [square, hostile, jpegUri(jpeg)].map((uri) => ({ as: 'picture', uri })),
  );
  assert.ok(first?.png.equals(drawPicture(square)?.png ?? Buffer.alloc(0)));
  assert.deepEqual([second, third?.width, third?.height], [undefined, 12, 6]);
});

test('the picture of a card is taken as it was drawn when it was fetched; any other is drawn anew, and one cut off is none', () => {
  // Longer than any that is drawn anew: it holds the pixels of another one, too.
  const padded = (png: Buffer) => Buffer.concat([png.subarray(0, -12), samplePicture(1, 1, 1).subarray(33)]);
  const png = padded(drawCardPicture(jpegUri(jpeg))?.png ?? Buffer.alloc(0));
  const large = padded(samplePicture(321, 240, 1));
  const pngUri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
  const drawn = (as: 'card' | 'picture', bytes: Buffer) => drawSectionPictures([{ as, uri: pngUri(bytes) }])[0];
  assert.deepEqual(drawn('card', png), { png, width: 12, height: 6 });
  assert.ok((drawn('picture', png)?.png.length ?? 0) < png.length);
  assert.ok((drawn('card', large)?.png.length ?? 0) < large.length);
  for (const cut of [png.subarray(0, 40), Buffer.concat([png.subarray(0, 8), png.subarray(-12)])])
    assert.equal(drawn('card', cut), undefined);
  const [first, second, third] = drawPicturesApart([
    { as: 'card', uri: pngUri(png) },
    { as: 'picture', uri: square },
    { as: 'card', uri: hostile },
  ]);
  assert.deepEqual([first?.png, second?.width, third], [png, 30, undefined]);
});

test('a report shows its alternative in place of a picture that is left out, and says so to the operator', async () => {
  const image = { type: 'image', title: 'Page', caption: 'Since May' } as const;
  const sections = [
    { ...image, picture: square, alternative: 'A square' },
    { ...image, picture: square, alternative: 'The same again' },
    { ...image, picture: hostile, alternative: 'A page that is not there' },
  ];
  for (const format of ['pdf', 'doc'] as const) {
    const { warnings, bytes } = await renderDocument(reportDocument({ sections }), format);
    assert.deepEqual(warnings, ['Pictures that cannot be drawn safely were left out: 1.']);
    if (format === 'pdf') continue;
    const parts = docxParts(bytes);
    const text = parts.get('word/document.xml') ?? '';
    assert.match(String(text), /descr="A square".*descr="The same again".*A page that is not there/s);
  }
});

test('what is left out is a note at the end of every format, in its language, and only where it is left out', async () => {
  const image = (picture: string, alternative: string) =>
    ({ type: 'image', title: 'Page', caption: null, picture, alternative }) as const;
  const notes = {
    en: [
      'The logo cannot be drawn',
      'The picture of the cover cannot be drawn',
      'its description stands in its place: A gap',
    ],
    de: [
      'Das Logo lässt sich nicht',
      'Das Titelbild lässt sich nicht',
      'an seiner Stelle steht seine Beschreibung: A gap',
    ],
  };
  const stale = { code: 'picture_left_out', message: 'Told when it was made', connection_id: null };
  for (const [locale, told] of Object.entries(notes)) {
    const bad = reportDocument({
      ...{ locale, warnings: [stale], brand: { accent_color: null, logo: hostile, cover_picture: hostile } },
      sections: [image(square, 'A square'), image(hostile, 'A gap')],
    });
    const good = {
      ...bad,
      brand: { accent_color: null, logo: square, cover_picture: square },
      sections: [image(square, 'A')],
    };
    for (const format of ['pdf', 'doc', 'html'] as const) {
      if (format === 'pdf' && withoutPoppler) continue;
      const [text, whole] = [await textOf(bad, format), await textOf(good, format)];
      for (const note of told) assert.ok(text.includes(note) && !whole.includes(note), `${locale} ${format} ${note}`);
      assert.doesNotMatch(text + whole, /Told when it was made/);
    }
  }
});

async function textOf(document: ReportDocument, format: 'pdf' | 'doc' | 'html'): Promise<string> {
  if (format === 'html') return renderHtml(document, { downloads: [], assets: 'assets', nonce: 'n' });
  const { bytes } = await renderDocument(document, format);
  if (format === 'pdf') return pdfText(bytes).replace(/\s+/g, ' ');
  return docxParts(bytes).get('word/document.xml') ?? '';
}
