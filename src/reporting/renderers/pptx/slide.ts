import { Relationships } from '../office/relationships.ts';
import { emus } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { type Box, page } from './frame.ts';
import { namespaces } from './namespaces.ts';

/** Tells screen readers to skip a shape. */
const decorative = xml`<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;

export type Layout = 'cover' | 'text' | 'figures';
type Placeholder = 'title' | 'ctrTitle' | 'subTitle' | 'body' | 'ftr' | 'sldNum';

/** How a shape looks: its fill, its outline, and the distances of its text from its edges. */
export interface ShapeFormat {
  readonly placeholder?: Placeholder;
  readonly fill?: Markup;
  /** The text's place between top and bottom. */
  readonly anchor?: 't' | 'ctr' | 'b';
  /** In points. */
  readonly inset?: number;
}

/** A slide while it is being made: its shapes in the order in which they are read, and what they refer to. */
export class Slide {
  readonly relationships = new Relationships();
  readonly layout: Layout;
  readonly title: string;
  readonly #view: ReportView;
  readonly #shapes: Markup[] = [];
  #last = 1;
  /** The sentences that whoever presents the slide says. */
  notes: readonly string[] = [];

  constructor(layout: Layout, title: string, view: ReportView) {
    this.layout = layout;
    this.title = title;
    this.#view = view;
  }

  /** A shape with a text, a placeholder where its format names one. */
  text(name: string, box: Box, paragraphs: Value, format: ShapeFormat = {}): void {
    const { placeholder, fill, anchor = 't', inset = 0 } = format;
    const kind = placeholder && xml`<p:ph type="${placeholder}"${indexes[placeholder]}/>`;
    const lock = placeholder ? xml`<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` : xml`<p:cNvSpPr txBox="1"/>`;
    const edge = emus(inset);
    const sides = xml`lIns="${edge}" tIns="${edge}" rIns="${edge}" bIns="${edge}"`;
    const right = this.#view.direction === 'rtl' && xml` rtlCol="1"`;
    this.#add(
      xml`<p:sp><p:nvSpPr>${this.#named(name)}${lock}<p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:spPr>${this.#place('a:xfrm', box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill ?? xml`<a:noFill/>`}</p:spPr><p:txBody><a:bodyPr wrap="square" ${sides}${right} anchor="${anchor}"><a:noAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`,
    );
  }

  /** A plain surface that says nothing. */
  surface(name: string, box: Box, fill: Markup): void {
    this.#add(
      xml`<p:sp><p:nvSpPr>${this.#named(name, '')}<p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${this.#place('a:xfrm', box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}<a:ln><a:noFill/></a:ln></p:spPr></p:sp>`,
    );
  }

  /** A drawing as shapes of its own; `paths` are `a:path` over the box, which is not mirrored. Without an alternative it is decoration. */
  drawing(name: string, box: Box, paths: Value, look: Value, alternative: string): void {
    this.#add(
      xml`<p:sp><p:nvSpPr>${this.#named(name, alternative)}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${this.#place('a:xfrm', box)}<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${paths}</a:pathLst></a:custGeom>${look}</p:spPr></p:sp>`,
    );
  }

  /** A picture; `sides` is how much of its width is cut off on both sides, 0 to 1. */
  picture(name: string, box: Box, target: string, alternative: string, sides = 0): void {
    const id = this.relationships.add('image', target);
    const cut = Math.round(sides * 100_000);
    const crop = cut > 0 && xml`<a:srcRect l="${cut}" r="${cut}"/>`;
    this.#add(
      xml`<p:pic><p:nvPicPr>${this.#named(name, alternative)}<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/>${crop}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${this.#place('a:xfrm', box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
    );
  }

  chart(name: string, box: Box, target: string, alternative: string): void {
    const id = this.relationships.add('chart', target);
    const content = xml`<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="${id}"/>`;
    this.#frame(name, box, 'http://schemas.openxmlformats.org/drawingml/2006/chart', content, alternative);
  }

  /** A table; its rows say what it shows, so that it needs no alternative. */
  table(name: string, box: Box, content: Markup, alternative?: string): void {
    this.#frame(name, box, 'http://schemas.openxmlformats.org/drawingml/2006/table', content, alternative);
  }

  #frame(name: string, box: Box, uri: string, content: Markup, alternative?: string): void {
    this.#add(
      xml`<p:graphicFrame><p:nvGraphicFramePr>${this.#named(name, alternative)}<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${this.#place('p:xfrm', box)}<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`,
    );
  }

  toXml(): Markup {
    return xml`<p:sld ${namespaces}><p:cSld>${shapeTree(this.#shapes)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  }

  #add(shape: Markup): void {
    this.#shapes.push(shape);
  }

  #named(name: string, alternative?: string): Markup {
    const id = ++this.#last;
    const told = alternative !== undefined && xml` descr="${alternative}"`;
    return xml`<p:cNvPr id="${id}" name="${name} ${id}"${told}>${alternative === '' && decorative}</p:cNvPr>`;
  }

  /** The place of a box, mirrored on slides that run from right to left. */
  #place(element: 'a:xfrm' | 'p:xfrm', { x, y, width, height }: Box): Markup {
    const left = this.#view.direction === 'rtl' ? page.width - x - width : x;
    return xml`<${element}><a:off x="${emus(left)}" y="${emus(y)}"/><a:ext cx="${emus(width)}" cy="${emus(height)}"/></${element}>`;
  }
}

/** Placeholders of which a layout could have several have an index. */
const indexes: Partial<Record<Placeholder, Markup>> = {
  subTitle: xml` idx="1"`,
  body: xml` idx="1"`,
  ftr: xml` sz="quarter" idx="11"`,
  sldNum: xml` sz="quarter" idx="12"`,
};

/** The shapes of a slide, a layout or a master. */
export function shapeTree(shapes: Value): Markup {
  return xml`<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;
}
