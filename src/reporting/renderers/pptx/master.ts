import { emus } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { type Box, page, parts, sizes, span } from './frame.ts';
import { namespaces } from './namespaces.ts';
import { solid } from './paint.ts';
import { type Layout, shapeTree } from './slide.ts';

/** In the order of their files: the kinds of slides that a report has, which people choose from when they add one. */
export const layouts = ['cover', 'text', 'figures'] as const satisfies readonly Layout[];

const kinds: Readonly<Record<Layout, { readonly type: string; readonly name: string }>> = {
  cover: { type: 'title', name: 'Title Slide' },
  text: { type: 'obj', name: 'Title and Content' },
  figures: { type: 'titleOnly', name: 'Title Only' },
};

const map = xml`bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"`;

/** The first id of masters and layouts; each has its own. */
export const firstMasterId = 2_147_483_648;

/** `slideMaster1.xml`: the places of title, text, foot and number on all slides. */
export function masterPart(view: ReportView): Markup {
  const ids = layouts.map((_, index) => xml`<p:sldLayoutId id="${firstMasterId + 1 + index}" r:id="rId${index + 1}"/>`);
  return xml`<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgPr>${solid(view.colors.background, view.colors)}<a:effectLst/></p:bgPr></p:bg>${shapeTree(
    [
      placeholder(2, 'title', titleBox, view),
      placeholder(3, 'body', bodyBox, view, xml` idx="1"`),
      ...footPlaceholders(view),
    ],
  )}</p:cSld><p:clrMap ${map}/><p:sldLayoutIdLst>${ids}</p:sldLayoutIdLst>${textStyles(view)}</p:sldMaster>`;
}

/** A layout: the placeholders that slides of its kind fill. */
export function layoutPart(layout: Layout, view: ReportView): Markup {
  const { type, name } = kinds[layout];
  const own =
    layout === 'cover'
      ? [placeholder(2, 'ctrTitle', coverTitleBox, view), placeholder(3, 'subTitle', coverTextBox, view, xml` idx="1"`)]
      : [
          placeholder(2, 'title', titleBox, view),
          layout === 'text' && placeholder(3, 'body', bodyBox, view, xml` idx="1"`),
          ...footPlaceholders(view),
        ];
  return xml`<p:sldLayout ${namespaces} type="${type}" preserve="1"><p:cSld name="${name}">${shapeTree(own)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`;
}

export const titleBox: Box = { x: page.side, width: span, ...parts.title };
const bodyBox: Box = { x: page.side, width: span, ...parts.body };
const coverTitleBox: Box = { x: page.side, y: 100, width: span, height: 160 };
const coverTextBox: Box = { x: page.side, y: 270, width: span, height: 40 };
const numberWidth = 60;
/** The foot of a slide and the number beside it. */
export const footBox: Box = { x: page.side, width: span - numberWidth, ...parts.foot };
export const numberBox: Box = { x: page.side + span - numberWidth, width: numberWidth, ...parts.foot };

function footPlaceholders(view: ReportView): Markup[] {
  return [
    placeholder(4, 'ftr', footBox, view, xml` sz="quarter" idx="11"`),
    placeholder(5, 'sldNum', numberBox, view, xml` sz="quarter" idx="12"`),
  ];
}

function placeholder(id: number, type: string, box: Box, { direction }: ReportView, attributes: Value = null): Markup {
  const x = direction === 'rtl' ? page.width - box.x - box.width : box.x;
  const anchor = type === 'title' || type === 'ctrTitle' ? 'b' : 't';
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="${type}"${attributes}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${emus(x)}" y="${emus(box.y)}"/><a:ext cx="${emus(box.width)}" cy="${emus(box.height)}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="${anchor}"><a:normAutofit/></a:bodyPr><a:lstStyle/><a:p>${type === 'sldNum' ? numberField() : null}</a:p></p:txBody></p:sp>`;
}

/** The number of the slide that it is on. */
export function numberField(properties: Value = xml`<a:rPr/>`): Markup {
  return xml`<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">${properties}<a:t>‹#›</a:t></a:fld>`;
}

function textStyles(view: ReportView): Markup {
  const { colors } = view;
  const title = levelStyle(1, sizes.title[0], colors.text, view, true);
  return xml`<p:txStyles><p:titleStyle>${title}</p:titleStyle><p:bodyStyle>${textLevels(view)}</p:bodyStyle><p:otherStyle>${textLevels(view)}</p:otherStyle></p:txStyles>`;
}

/** The styles of texts by their levels: those of boxes that people add, too. */
export function textLevels(view: ReportView): Markup[] {
  return [1, 2, 3, 4, 5].map((level) => levelStyle(level, sizes.body, view.colors.text, view));
}

function levelStyle(level: number, size: number, ink: string, { colors, direction }: ReportView, bold = false): Markup {
  const side = direction === 'rtl' ? xml` algn="r" rtl="1"` : xml` algn="l"`;
  return xml`<a:lvl${level}pPr${side}><a:spcBef><a:spcPts val="0"/></a:spcBef><a:buNone/><a:defRPr sz="${size * 100}"${bold && xml` b="1"`}>${solid(ink, colors)}<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${level}pPr>`;
}

/** The master of speaker notes: the slide above, its notes below. */
export function notesMasterPart(): Markup {
  return xml`<p:notesMaster ${namespaces}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>${shapeTree(
    [
      noteShape(2, 'sldImg', xml` idx="2"`, [685_800, 1_143_000, 5_486_400, 3_086_100], null),
      noteShape(
        3,
        'body',
        xml` sz="quarter" idx="1"`,
        [685_800, 4_400_550, 5_486_400, 3_600_450],
        xml`<p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody>`,
      ),
    ],
  )}</p:cSld><p:clrMap ${map}/></p:notesMaster>`;
}

function noteShape(
  id: number,
  type: string,
  attributes: Markup,
  [x, y, width, height]: readonly [number, number, number, number],
  body: Markup | null,
): Markup {
  const locks =
    type === 'sldImg' ? xml`<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/>` : xml`<a:spLocks noGrp="1"/>`;
  return xml`<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type} ${id}"/><p:cNvSpPr>${locks}</p:cNvSpPr><p:nvPr><p:ph type="${type}"${attributes}/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>${body}</p:sp>`;
}

/** What somebody says to a slide. */
export function notesPart(paragraphs: readonly Markup[]): Markup {
  const shape = (id: number, type: string, attributes: Markup, body: Markup | null) =>
    xml`<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="${type}"${attributes}/></p:nvPr></p:nvSpPr><p:spPr/>${body}</p:sp>`;
  return xml`<p:notes ${namespaces}><p:cSld>${shapeTree([
    shape(2, 'sldImg', xml``, null),
    shape(3, 'body', xml` idx="1"`, xml`<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody>`),
  ])}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
