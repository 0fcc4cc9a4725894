import type { SlideFile } from './slide-file.ts';
import type { WordFile } from './word-file.ts';
import { elements, type XmlElement } from './xml.ts';

interface Line {
  /** How far the element that it stands for is indented. */
  readonly depth: number;
  readonly name: string;
  text: string;
}

/** Elements that become one line with all their content. */
const wholes = /^(H[1-6]|P|TOCI|LI|TR|Figure)$/;

/** The tagged structure of a PDF as `pdfStructure` gives it, a line a block: headings, paragraphs, entries, rows, figures. */
export function pdfOutline(structure: string): string[] {
  const lines: Line[] = [];
  let whole: Line | undefined;
  for (const source of structure.split('\n')) {
    const depth = source.search(/\S/);
    const content = source.trim();
    const last = lines.at(-1);
    if (content.startsWith('"')) {
      if (last) last.text += ` ${content.slice(1, -1)}`;
      continue;
    }
    const [name = ''] = /^[A-Z]\w*/.exec(content) ?? [];
    if (name === '') continue;
    if (whole && depth <= whole.depth) whole = undefined;
    if (whole) {
      if (name === 'TD' || name === 'TH') whole.text += ' |';
      continue;
    }
    const line = { depth, name, text: '' };
    lines.push(line);
    if (wholes.test(name)) whole = line;
  }
  return lines.flatMap(({ name, text }) => {
    const shown = text
      .replace(/[\u200b\u2060]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (wholes.test(name)) return [`${name} ${shown}`.trim()];
    return shown === '' ? [] : [shown];
  });
}

/** The blocks of a Word document, a line each: style and text of paragraphs, rows of tables, pictures by their alternative texts. */
export function wordOutline(word: WordFile): string[] {
  const [body] = word.all('w:body');
  return (body?.children ?? []).flatMap(blockLines);
}

function blockLines(block: XmlElement): string[] {
  if (block.name === 'w:sdt') return elements(block, 'w:p').flatMap(blockLines);
  if (block.name === 'w:tbl') return elements(block, 'w:tr').map(rowLine);
  const [style] = elements(block, 'w:pStyle');
  const name = style?.attributes.get('w:val') ?? 'Normal';
  const shown = [paragraphText(block), ...pictureTexts(block)].filter((part) => part !== '').join(' ');
  return shown === '' ? [] : [`${name}: ${shown}`];
}

function rowLine(row: XmlElement): string {
  const cells = elements(row, 'w:tc').map((cell) => {
    return elements(cell, 'w:p')
      .map((block) => [paragraphText(block), ...pictureTexts(block)].join(''))
      .filter((part) => part !== '')
      .join(' / ');
  });
  return `| ${cells.join(' | ')} |`;
}

function paragraphText(block: XmlElement): string {
  return elements(block)
    .filter(({ name }) => ['w:t', 'w:tab', 'w:br'].includes(name))
    .map(({ name, text }) => (name === 'w:t' ? text : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function pictureTexts(block: XmlElement): string[] {
  return elements(block, 'wp:docPr').map(({ attributes }) => `[${attributes.get('descr') || 'decorative'}]`);
}

/** The levels that matches of headings found. */
export function headingLevels(matches: Iterable<RegExpExecArray>): number[] {
  return Array.from(matches, ([, level]) => Number(level));
}

/** The texts of each slide, its title first, and what is said to it. */
export function slideOutline(file: SlideFile): string[] {
  return file.slides.flatMap((slide, index) => {
    const texts = elements(slide, 'a:p').map(({ text }) => text.trim());
    const [title = '', notes = []] = [file.titles[index], file.notes[index]];
    const said = notes.map((text) => text.trim()).filter((text) => text !== '' && text !== title);
    const shown = texts.filter((text) => text !== '' && text !== title);
    return [`Slide ${index + 1}: ${title}`, ...shown.map((text) => `  ${text}`), ...said.map((text) => `  (${text})`)];
  });
}
