import type { Logo } from '../logo/logo.ts';
import type { Part } from '../office/package.ts';
import type { Relationships } from '../office/relationships.ts';
import { emus } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import { type Drawing, drawPngs } from './chart-png.ts';

/** Numbers that must be unique within a document. */
export interface Ids {
  next(): number;
}

export function startIds(): Ids {
  let last = 0;
  return { next: () => ++last };
}

/** Tells screen readers to skip a picture. */
const decorative = xml`<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;

/** A width and a height in points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The pictures of a document: first their references in the text, then their files once all are known. */
export class Pictures {
  readonly #relationships: Relationships;
  readonly #ids: Ids;
  readonly #drawings: Drawing[] = [];
  readonly #files: Part[] = [];

  constructor(relationships: Relationships, ids: Ids) {
    this.#relationships = relationships;
    this.#ids = ids;
  }

  /** An inline drawing. */
  drawing(drawing: Drawing, alternative: string): Markup {
    return this.#inline(this.#blip(drawing), drawing, alternative);
  }

  /** An inline logo, as large as the bounds allow. */
  logo({ png, width, height }: Logo, bounds: Size, alternative: string): Markup {
    const scale = Math.min(bounds.width / width, bounds.height / height);
    return this.picture('logo', png, { width: width * scale, height: height * scale }, alternative);
  }

  /** An inline picture; the same `name` is the same picture. */
  picture(name: string, png: Uint8Array, size: Size, alternative: string): Markup {
    return this.#inline(this.#blipOf(name, png), size, alternative);
  }

  #blipOf(name: string, png: Uint8Array): Markup {
    const target = `media/${name}.png`;
    const id = this.#relationships.add('image', target);
    const path = `word/${target}`;
    if (!this.#files.some((file) => file.path === path)) this.#files.push({ path, contentType: null, content: png });
    return xml`<a:blip r:embed="${id}"/>`;
  }

  /**
   * A drawing behind the text, stretched over the width of the page, `top` points from its edge. Screen readers skip
   * it.
   */
  behind(drawing: Drawing, top: number, size: Size): Markup {
    return this.#anchored(this.#blip(drawing), top, size);
  }

  /** The same for a picture at the top of the page. */
  pictureBehind(name: string, { png, ...size }: Size & { readonly png: Uint8Array }): Markup {
    return this.#anchored(this.#blipOf(name, png), 0, size);
  }

  #anchored(blip: Markup, top: number, size: Size): Markup {
    const id = this.#ids.next();
    const offset = (axis: 'H' | 'V', points: number) =>
      xml`<wp:position${axis} relativeFrom="page"><wp:posOffset>${emus(points)}</wp:posOffset></wp:position${axis}>`;
    return xml`<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${id}" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>${offset('H', 0)}${offset('V', top)}${extent('wp:extent', size)}<wp:wrapNone/><wp:docPr id="${id}" name="Picture ${id}" descr="">${decorative}</wp:docPr>${graphic(blip, size, id)}</wp:anchor></w:drawing></w:r>`;
  }

  #inline(blip: Markup, size: Size, alternative: string): Markup {
    const id = this.#ids.next();
    return xml`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">${extent('wp:extent', size)}<wp:docPr id="${id}" name="Picture ${id}" descr="${alternative}"/>${graphic(blip, size, id)}</wp:inline></w:drawing></w:r>`;
  }

  /** A drawing as PNG and, for programs that support it, SVG. */
  #blip(drawing: Drawing): Markup {
    const name = `drawing${this.#drawings.push(drawing)}`;
    const png = this.#relationships.add('image', `media/${name}.png`);
    const svg = this.#relationships.add('image', `media/${name}.svg`);
    return xml`<a:blip r:embed="${png}"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${svg}"/></a:ext></a:extLst></a:blip>`;
  }

  /** The files of all pictures; the locale decides the forms of Han characters. */
  async parts(locale: string): Promise<Part[]> {
    const pngs = await drawPngs(this.#drawings, locale);
    const encoder = new TextEncoder();
    const drawn = this.#drawings.flatMap(({ svg }, index): Part[] => {
      const path = `word/media/drawing${index + 1}`;
      return [
        { path: `${path}.png`, contentType: null, content: pngs[index] ?? new Uint8Array() },
        { path: `${path}.svg`, contentType: null, content: encoder.encode(svg) },
      ];
    });
    return [...this.#files, ...drawn];
  }
}

function extent(element: 'wp:extent' | 'a:ext', { width, height }: Size): Markup {
  return xml`<${element} cx="${emus(width)}" cy="${emus(height)}"/>`;
}

function graphic(blip: Markup, size: Size, id: number): Markup {
  return xml`<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>${extent('a:ext', size)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
}
