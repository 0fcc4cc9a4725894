import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureUse } from '../../documents/picture.ts';
import { drawLogo, type Logo, setsWords, tryLogo } from './logo.ts';
import {
  drawCardPicture,
  drawCover,
  drawPicture,
  drawSectionPictures,
  type Picture,
  type SectionPicture,
  tryCardPicture,
  tryCover,
  tryPicture,
} from './picture.ts';
import { faultTexts, PictureFault } from './picture-fault.ts';

/** What draws. */
export const program = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
/** The shell limits the processor time too: nobody ends a process whose parent was killed. */
const command = ['-c', 'ulimit -t 10; exec "$0" "$1"', process.execPath, program];
const options = { killSignal: 'SIGKILL', maxBuffer: 128 * 2 ** 20, env: {} } as const;
const logoMs = 4_000;
/** For all pictures of a report; its page has ten seconds. */
const picturesMs = 7_000;

/** What the process is asked to draw. */
export interface Order {
  readonly as: PictureUse;
  readonly uris: readonly string[];
}

/** A picture that is drawn to see whether it can be. */
export interface Trial {
  readonly as: PictureUse;
  readonly uri: string;
}

/**
 * Draws in the process, and gives what is ready to `write` at once: for each picture its measures as JSON on a line, with
 * the number of bytes, then the bytes; a line with `null` for one that is left out.
 */
export function answerOrder(order: string, write: (bytes: Buffer) => void): void {
  const told: Order | { readonly trials: readonly Trial[] } = JSON.parse(order);
  if ('trials' in told) {
    for (const trial of told.trials) write(Buffer.from(`${JSON.stringify(faultOf(trial))}\n`));
    return;
  }
  const { as, uris } = told;
  for (const uri of uris) {
    const drawn = { logo: drawLogo, picture: drawPicture, cover: drawCover, card: drawCardPicture }[as](uri);
    const { png = Buffer.alloc(0), ...measures } = drawn ?? {};
    write(Buffer.concat([Buffer.from(`${drawn ? JSON.stringify({ ...measures, bytes: png.length }) : null}\n`), png]));
  }
}

/** Why a picture cannot be drawn; null for one that can. */
function faultOf({ as, uri }: Trial): string | null {
  try {
    ({ logo: tryLogo, picture: tryPicture, cover: tryCover, card: tryCardPicture })[as](uri);
    return null;
  } catch (error) {
    return error instanceof PictureFault ? error.message : faultTexts.crashes;
  }
}

/** The last logos and covers drawn: one customer's reports often come in a row. */
const drawn = new Map<string, Logo | Picture | undefined>();
const mostDrawn = 16;

/**
 * Like `drawLogo`, but in a separate process with five seconds: some drawings make the native code crash or never
 * finish, and those are left out too. Blocks the thread meanwhile.
 */
export function drawLogoApart(dataUri: string | null): Logo | undefined {
  return dataUri === null ? undefined : drawnOnce<Logo>('logo', dataUri);
}

/** The same for the picture of a cover. */
export function drawCoverApart(dataUri: string | null | undefined): Picture | undefined {
  return dataUri ? drawnOnce<Picture>('cover', dataUri) : undefined;
}

function drawnOnce<Drawn extends Logo | Picture>(as: 'logo' | 'cover', dataUri: string): Drawn | undefined {
  const key = `${as} ${dataUri}`;
  if (!drawn.has(key)) {
    const [oldest] = drawn.keys();
    if (drawn.size >= mostDrawn && oldest !== undefined) drawn.delete(oldest);
    drawn.set(key, ask<Drawn>({ as, uris: [dataUri] }, logoMs)[0]);
  }
  return drawn.get(key) as Drawn | undefined;
}

/**
 * Like `drawLogo`, but in a separate process if the drawing has text, which was seen to crash the native code. For
 * processes that may crash.
 */
export function drawLogoOfFile(dataUri: string | null): Logo | undefined {
  return setsWords(dataUri) ? drawLogoApart(dataUri) : drawLogo(dataUri);
}

/** As `drawLogoOfFile`, for the picture of a cover. */
export function drawCoverOfFile(dataUri: string | null | undefined): Picture | undefined {
  if (!dataUri) return undefined;
  return setsWords(dataUri) ? drawCoverApart(dataUri) : drawCover(dataUri);
}

/** The pictures of a report, drawn in separate processes within seven seconds in all, as `drawLogoApart` does. */
export function drawPicturesApart(pictures: readonly SectionPicture[]): (Picture | undefined)[] {
  return drawSectionPictures(pictures, drawAllApart);
}

/** As `drawLogoOfFile`, for all pictures of a report. */
export function drawPicturesOfFile(pictures: readonly SectionPicture[]): (Picture | undefined)[] {
  return drawSectionPictures(pictures, (uris) => {
    const worded = uris.filter(setsWords);
    const apart = new Map(drawAllApart(worded).map((picture, index) => [worded[index], picture]));
    return uris.map((uri) => (apart.has(uri) ? apart.get(uri) : drawPicture(uri)));
  });
}

function drawAllApart(uris: readonly string[]): (Picture | undefined)[] {
  const until = performance.now() + picturesMs;
  const pictures: (Picture | undefined)[] = [];
  while (pictures.length < uris.length && performance.now() < until) {
    const left = uris.slice(pictures.length);
    const answered = ask<Picture>({ as: 'picture', uris: left }, Math.ceil(until - performance.now()));
    pictures.push(...answered);
    // The process ended at the next one.
    if (answered.length < left.length) pictures.push(undefined);
  }
  return uris.map((_, index) => pictures[index]);
}

/** The answers that came, up to the drawing at which the process ended. */
function ask<Drawn>(order: Order, timeout: number): (Drawn | undefined)[] {
  const { stdout } = spawnSync('/bin/sh', command, { ...options, timeout, input: JSON.stringify(order) });
  return answersIn(stdout ?? Buffer.alloc(0));
}

/** What a process has drawn whole before it ended; undefined for what it left out. */
export function answersIn<Drawn>(said: Buffer): (Drawn | undefined)[] {
  const answers: (Drawn | undefined)[] = [];
  for (let at = 0; at < said.length; ) {
    const end = said.indexOf('\n', at);
    if (end < 0) break;
    const { bytes = 0, ...measures } = JSON.parse(said.toString('utf8', at, end)) ?? {};
    at = end + 1 + bytes;
    if (at > said.length) break;
    answers.push(bytes > 0 ? ({ ...measures, png: said.subarray(end + 1, at) } as Drawn) : undefined);
  }
  return answers;
}
