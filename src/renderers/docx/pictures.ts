import { type Drawing, drawPngs } from '../charts/png.ts';
import type { Logo } from '../logo.ts';
import { type Xml, xml } from './markup.ts';
import type { Part } from './package.ts';
import type { Relationships } from './relationships.ts';
import { emus } from './units.ts';

/** Numbers that must be unique within a document. */
export interface Ids {
  next(): number;
}

export function startIds(): Ids {
  let last = 0;
  return { next: () => ++last };
}

const pictureNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/** What tells screen readers to pass over a picture. */
const decorative = xml`<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;

/** The pictures of a document: their places in the text first, their files once all are known. */
export class Pictures {
  readonly #relationships: Relationships;
  readonly #ids: Ids;
  readonly #drawings: Drawing[] = [];
  readonly #files: Part[] = [];

  constructor(relationships: Relationships, ids: Ids) {
    this.#relationships = relationships;
    this.#ids = ids;
  }

  /** A run with a drawing as SVG and, for programs that do not know it, PNG. Without an alternative text it is decorative. */
  drawing(drawing: Drawing, alternative: string | null): Xml {
    const name = `drawing${this.#drawings.push(drawing)}`;
    const png = this.#relationships.add('image', `media/${name}.png`);
    const svg = this.#relationships.add('image', `media/${name}.svg`);
    const extension = xml`<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${svg}"/></a:ext></a:extLst>`;
    return this.#run(xml`<a:blip r:embed="${png}">${extension}</a:blip>`, drawing, alternative);
  }

  /** A run with a logo in a size that keeps its proportions. */
  logo(
    { png, width, height }: Logo,
    bounds: { readonly width: number; readonly height: number },
    alternative: string,
  ): Xml {
    const id = this.#relationships.add('image', 'media/logo.png');
    this.#files.push({ path: 'word/media/logo.png', contentType: null, content: png });
    const scale = Math.min(bounds.width / width, bounds.height / height);
    return this.#run(xml`<a:blip r:embed="${id}"/>`, { width: width * scale, height: height * scale }, alternative);
  }

  #run(blip: Xml, size: { readonly width: number; readonly height: number }, alternative: string | null): Xml {
    const id = this.#ids.next();
    const extent = xml`cx="${emus(size.width)}" cy="${emus(size.height)}"`;
    const described = xml`id="${id}" name="Picture ${id}" descr="${alternative ?? ''}"`;
    const properties =
      alternative === null ? xml`<wp:docPr ${described}>${decorative}</wp:docPr>` : xml`<wp:docPr ${described}/>`;
    const picture = xml`<pic:pic><pic:nvPicPr><pic:cNvPr ${described}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;
    return xml`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/>${properties}<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="${pictureNamespace}">${picture}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  }

  /** The files of all pictures. */
  async parts(): Promise<Part[]> {
    const pngs = await drawPngs(this.#drawings);
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
