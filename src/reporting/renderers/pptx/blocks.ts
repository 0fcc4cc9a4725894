import { type Markup, xml } from '../text/markup.ts';
import { type Box, page, parts, span } from './frame.ts';
import type { Slide } from './slide.ts';

/** What stands below the title of a slide, from top to bottom. Lengths are points. */
export type Block = TextBlock | ShapeBlock;

interface Placed {
  /** The least it needs. */
  readonly height: number;
  /** Whether it stays on the slide of what follows. */
  readonly kept?: boolean;
  /** Whether it is about what is above it, whose end stays on its slide. */
  readonly clings?: boolean;
}

/** A paragraph; those beside each other share a shape, which is the slide's body where its role is that. */
export interface TextBlock extends Placed {
  readonly kind: 'text';
  readonly role: 'body' | 'aside';
  /** `a:p`, on a slide that knows its links. */
  paragraph(slide: Slide): Markup;
  /** The part of it that fits into `room`, and the rest; null where none does. */
  split?(room: number): readonly [TextBlock, TextBlock] | null;
}

/** A table, a chart, a picture, or several shapes. */
export interface ShapeBlock extends Placed {
  readonly kind: 'shape';
  /** How high it may become where there is room. */
  readonly most?: number;
  write(box: Box, slide: Slide): void;
  /** The part of it that fits, and the rest; null where none does, or where it is to stay whole. */
  split?(room: Room): readonly [ShapeBlock, ShapeBlock] | null;
}

/** How high a shape may be. */
interface Room {
  readonly here: number;
  /** On the next slide. */
  readonly next: number;
  /** What its end leaves to what clings to it. */
  readonly below: number;
}

/** Between two shapes. */
const gap = 8;

/** The part of a slide that may be left for what clings to a shape. */
const mostClinging = 0.3;

/** The blocks of one slide after the other: what does not fit continues on the next one. */
export function onSlides(blocks: readonly Block[], room: number = parts.body.height): Block[][] {
  const waiting = blocks.toReversed();
  const slides: Block[][] = [];
  let slide: Block[] = [];
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    const leftBehind = (before: readonly Block[]) => room - heightOf(before) - gapBefore(before, block);
    const left = leftBehind(slide);
    const below = block.kind === 'shape' ? clingingTo(block, waiting, room) : 0;
    if (block.height + below <= left) {
      slide.push(block);
      continue;
    }
    const split = splitOf(block, { here: left, next: leftBehind(keptOf(slide)), below });
    if (split) {
      slide.push(split[0]);
      waiting.push(split[1]);
    } else if (slide.length === 0 || (block.height <= left && slide.every(({ kept }) => kept))) {
      slide.push(block);
    } else {
      waiting.push(block, ...takeKept(slide).toReversed());
    }
    slides.push(slide);
    slide = [];
  }
  return slide.length > 0 || slides.length === 0 ? [...slides, slide] : slides;
}

/** The height of what clings to a shape; 0 where that is too much to keep at it. */
function clingingTo(shape: ShapeBlock, waiting: readonly Block[], room: number): number {
  const first = waiting.findLastIndex(({ clings }) => !clings) + 1;
  const clinging = waiting.slice(first).toReversed();
  const height = heightOf([shape, ...clinging]) - shape.height;
  return height <= room * mostClinging ? height : 0;
}

/** Takes the blocks at the end that stay with what follows, unless the slide has no others. */
function takeKept(slide: Block[]): Block[] {
  const kept = keptOf(slide);
  return kept.length === slide.length ? [] : slide.splice(slide.length - kept.length);
}

function keptOf(slide: readonly Block[]): Block[] {
  return slide.slice(slide.findLastIndex(({ kept }) => !kept) + 1);
}

function splitOf(block: Block, room: Room): readonly [Block, Block] | null {
  const parts = block.kind === 'text' ? block.split?.(room.here) : block.split?.(room);
  return parts ?? null;
}

function gapBefore(slide: readonly Block[], block: Block): number {
  const last = slide.at(-1);
  return !last || isSameText(last, block) ? 0 : gap;
}

function isSameText(one: Block, other: Block): boolean {
  return one.kind === 'text' && other.kind === 'text' && one.role === other.role;
}

function heightOf(slide: readonly Block[]): number {
  return slide.reduce((sum, block, index) => sum + block.height + gapBefore(slide.slice(0, index), block), 0);
}

/** Whether a slide has a text that is its body. */
export function hasBody(slide: readonly Block[]): boolean {
  return slide.some((block) => block.kind === 'text' && block.role === 'body');
}

/** Writes the blocks below the title; what may grow shares the room that is left. */
export function writeBlocks(blocks: readonly Block[], slide: Slide): void {
  const growing = blocks.filter((block) => block.kind === 'shape' && block.most !== undefined);
  const spare = Math.max(0, parts.body.height - heightOf(blocks)) / Math.max(1, growing.length);
  let y: number = parts.body.y;
  let isBodyTaken = false;
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block) break;
    if (block.kind === 'shape') {
      const height = Math.max(block.height, Math.min(block.most ?? 0, block.height + spare));
      block.write({ x: page.side, y, width: span, height }, slide);
      y += height + gap;
      continue;
    }
    const texts = [block];
    for (let next = blocks[index + 1]; next?.kind === 'text' && isSameText(block, next); next = blocks[index + 1]) {
      texts.push(next);
      index += 1;
    }
    const height = texts.reduce((sum, text) => sum + text.height, 0);
    const isBody: boolean = block.role === 'body' && !isBodyTaken;
    isBodyTaken ||= isBody;
    const box = { x: page.side, y, width: span, height };
    const paragraphs = xml`${texts.map((text) => text.paragraph(slide))}`;
    slide.text(isBody ? 'Text' : 'Note', box, paragraphs, isBody ? { placeholder: 'body' } : {});
    y += height + gap;
  }
}
