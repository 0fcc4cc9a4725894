import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { depictValues } from '../src/domains/connections/depict-values.ts';
import type { ReportDocument, Section } from '../src/reporting/documents/model.ts';
import type { ExportFormat } from '../src/reporting/renderers/formats.ts';
import { renderProcess } from '../src/reporting/renderers/process/render-pool.ts';
import { localNetwork } from '../test/support/connector-context.ts';
import { reportDocument } from '../test/support/documents.ts';
import { sampleGallery, samplePicture } from '../test/support/galleries.ts';
import { renderDocument, renderIn } from '../test/support/render.ts';
import { silentLog } from '../test/support/silent-log.ts';
import { median } from './median.ts';

/** Of four galleries of ten cards each, whose pictures have 1080 × 1080 pixels at the vendor. */
export interface GalleryFigures {
  /** Fetched from a server on this machine and drawn anew in separate processes: the median in milliseconds. */
  readonly fetchedMs: number;
  /** How much more processor time each file takes than with the same cards without pictures, in milliseconds. */
  readonly pdfAddsMs: number;
  readonly docAddsMs: number;
  readonly pptxAddsMs: number;
  /** What a process holds more that has fetched them, and a render process that has made the PDF with pictures. */
  readonly fetchedAddsMb: number;
  readonly pdfAddsMb: number;
  /** Of the pictures in the report's document. */
  readonly storedBytes: number;
}

const count = 40;
const rounds = 7;
const formats = ['pdf', 'doc', 'pptx'] as const;

export async function benchGallery(): Promise<GalleryFigures> {
  await using server = await startPictures();
  const { signal } = new AbortController();
  const told = Array.from({ length: count }, (_, index) => {
    return { key: `Ad ${index + 1}`, pictureUrl: `https://pictures.example/${index}.png` };
  });
  const network = { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, 'meta-ads': server.url } };
  const reach = { system: 'meta-ads', network, signal, log: silentLog };
  const fetch = () => depictValues(told, { ...reach, deadline: Date.now() + 60_000 });
  const before = heldMb();
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const pictures = (await fetch()).flatMap(({ picture }) => picture ?? []);
    times.push(performance.now() - start);
    if (pictures.length < count) throw new Error(`Only ${pictures.length} pictures were fetched.`);
    bytes = pictures.reduce((sum, { uri }) => sum + uri.length, 0);
  }
  const fetchedAddsMb = heldMb() - before;
  const [plain, pictured] = [galleries(false), galleries(true)];
  const pdfAddsMb = (await renderedMb(pictured)) - (await renderedMb(plain));
  const added = new Map<string, number>();
  for (const format of formats) added.set(format, await addedMs(plain, pictured, format));
  const { pdf: pdfAddsMs = 0, doc: docAddsMs = 0, pptx: pptxAddsMs = 0 } = Object.fromEntries(added);
  return { fetchedMs: median(times), pdfAddsMs, docAddsMs, pptxAddsMs, fetchedAddsMb, pdfAddsMb, storedBytes: bytes };
}

/** The most that this process has held. */
function heldMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** What a fresh render process holds after the same PDF twice. */
async function renderedMb(document: ReportDocument): Promise<number> {
  const child = fork(renderProcess.file, renderProcess.options());
  await renderIn(child, document);
  const { rssBytes } = await renderIn(child, document);
  child.disconnect();
  return rssBytes / 2 ** 20;
}

async function addedMs(plain: ReportDocument, pictured: ReportDocument, format: ExportFormat): Promise<number> {
  const taken = { plain: [] as number[], pictured: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, document] of [
      ['plain', plain],
      ['pictured', pictured],
    ] as const) {
      const before = process.cpuUsage();
      await renderDocument(document, format);
      const { user, system } = process.cpuUsage(before);
      // The first warms up.
      if (round >= 0) taken[name].push((user + system) / 1_000);
    }
  }
  return median(taken.pictured) - median(taken.plain);
}

function galleries(isPictured: boolean) {
  const made = Array.from({ length: 4 }, (_, gallery) =>
    sampleGallery(
      Array.from({ length: count / 4 }, (_, card) => {
        const number = gallery * 10 + card + 1;
        const text = 'New season shoes, light as air: free delivery until Sunday.';
        return { label: `Ad ${number}`, text, ...(isPictured && { picture: [320, 240 - number] as const }) };
      }),
    ),
  );
  const sections: Section[] = made.map(({ section }) => section);
  return reportDocument({ sections, pictures: Object.assign({}, ...made.map(({ pictures }) => pictures)) });
}

async function startPictures() {
  const pictures = Array.from({ length: count }, (_, index) => samplePicture(1080, 1080, index + 1));
  const server = createServer(({ url = '' }, response) => {
    const index = Number(/\d+/.exec(url)?.[0]);
    response.writeHead(200, { 'content-type': 'image/png' }).end(pictures[index]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

if (import.meta.main) console.table(await benchGallery());
