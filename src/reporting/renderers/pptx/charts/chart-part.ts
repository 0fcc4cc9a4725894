import type { Palette } from '../../colors.ts';
import { type Markup, type Value, xml } from '../../text/markup.ts';
import type { ReportView } from '../../view/report-view.ts';
import { sizes } from '../frame.ts';
import { solid } from '../paint.ts';
import { languageOf } from '../text.ts';
import { type ChartSheet, references } from './chart-workbook.ts';

/** A chart with its figures. */
export interface ChartPart {
  readonly content: Markup;
  readonly sheet: ChartSheet;
}

/** A series as it is drawn, by its position in the sheet. */
export interface DrawnSeries {
  readonly index: number;
  /** `c:spPr`. */
  readonly look: Markup;
  /** `c:marker` of a line. */
  readonly marker?: Markup;
  /** Points that differ: `c:dPt`, in their order. */
  readonly points?: readonly Markup[];
  /** `c:dLbls`; none when absent. */
  readonly labels?: Markup;
}

/** Series that are drawn in one way, over the same axes. */
export interface Group {
  readonly kind: 'line' | 'area' | 'columns' | 'bars';
  readonly series: readonly DrawnSeries[];
}

const [categoryAxis, valueAxis] = [111_111_111, 222_222_222];

/** `c:tx`, `c:cat` and `c:val` of a series: where its figures are in the sheet, and what they were. */
class Sources {
  readonly #sheet: ChartSheet;
  readonly #refs;

  constructor(sheet: ChartSheet) {
    this.#sheet = sheet;
    this.#refs = references(sheet);
  }

  name(index: number): Markup {
    const text = this.#sheet.series[index]?.name ?? '';
    return xml`<c:tx><c:strRef><c:f>${this.#refs.name(index)}</c:f>${strings([text])}</c:strRef></c:tx>`;
  }

  categories(): Markup {
    return xml`<c:cat><c:strRef><c:f>${this.#refs.categories}</c:f>${strings(this.#sheet.categories)}</c:strRef></c:cat>`;
  }

  values(index: number): Markup {
    const { values = [], format = 'General' } = this.#sheet.series[index] ?? {};
    const points = values.flatMap((value, at) =>
      value === null ? [] : [xml`<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`],
    );
    return xml`<c:val><c:numRef><c:f>${this.#refs.values(index)}</c:f><c:numCache><c:formatCode>${format}</c:formatCode><c:ptCount val="${this.#sheet.categories.length}"/>${points}</c:numCache></c:numRef></c:val>`;
  }
}

function strings(texts: readonly string[]): Markup {
  const points = texts.map((text, index) => xml`<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`);
  return xml`<c:strCache><c:ptCount val="${texts.length}"/>${points}</c:strCache>`;
}

export interface AxesChart {
  readonly sheet: ChartSheet;
  readonly groups: readonly Group[];
  readonly axis: { readonly format: string; readonly step: number | null };
  /** Every how many places one is named. */
  readonly every: number;
  /** Whether the first place is at the right, or for bars whether it is the uppermost. */
  readonly reversed: boolean;
  /** Whether the figures stand at their columns, so that no axis has to say how much they are. */
  readonly labelled?: boolean;
  /** How far the axis goes; null as far as its figures. */
  readonly most?: number | null;
}

/** A chart over axes of which that of figures begins at zero, so that heights compare honestly. */
export function axesChart(chart: AxesChart, view: ReportView): ChartPart {
  const { sheet, groups } = chart;
  const sources = new Sources(sheet);
  const drawn = groups.filter(({ series }) => series.length > 0).map((group) => drawGroup(group, sources));
  const plot = xml`<c:plotArea><c:layout/>${drawn}${axes(chart, view)}<c:spPr><a:noFill/></c:spPr></c:plotArea>`;
  return { sheet, content: chartSpace(plot, sheet.series.length > 0, view) };
}

function drawGroup({ kind, series }: Group, sources: Sources): Markup {
  const own = series.map((each) => drawSeries(each, kind, sources));
  const ids = xml`<c:axId val="${categoryAxis}"/><c:axId val="${valueAxis}"/>`;
  if (kind === 'line') {
    return xml`<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${own}<c:marker val="1"/>${ids}</c:lineChart>`;
  }
  if (kind === 'area') {
    return xml`<c:areaChart><c:grouping val="standard"/><c:varyColors val="0"/>${own}${ids}</c:areaChart>`;
  }
  const direction = kind === 'bars' ? 'bar' : 'col';
  return xml`<c:barChart><c:barDir val="${direction}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${own}<c:gapWidth val="50"/><c:overlap val="0"/>${ids}</c:barChart>`;
}

function drawSeries(
  { index, look, marker, points, labels }: DrawnSeries,
  kind: Group['kind'],
  sources: Sources,
): Markup {
  const begin = xml`<c:idx val="${index}"/><c:order val="${index}"/>${sources.name(index)}${look}`;
  const data = xml`${sources.categories()}${sources.values(index)}`;
  if (kind === 'line') {
    const mark = marker ?? xml`<c:marker><c:symbol val="none"/></c:marker>`;
    return xml`<c:ser>${begin}${mark}${points}${labels}${data}<c:smooth val="0"/></c:ser>`;
  }
  const plain = kind === 'area' ? null : xml`<c:invertIfNegative val="0"/>`;
  return xml`<c:ser>${begin}${plain}${points}${labels}${data}</c:ser>`;
}

function axes({ sheet, groups, axis, every, reversed, labelled, most }: AxesChart, view: ReportView): Markup {
  const { colors } = view;
  const values = sheet.series.flatMap((each) => each.values).filter((value) => value !== null);
  const isBars = groups.some(({ kind }) => kind === 'bars');
  const isWrapped = every === 1 && !isBars;
  const between = groups.some(({ kind }) => kind === 'columns' || kind === 'bars');
  const [below, beside] = isBars ? ['l', 'b'] : ['b', reversed ? 'r' : 'l'];
  const line = (ink: string, width: number) => xml`<c:spPr><a:ln w="${width}">${solid(ink, colors)}</a:ln></c:spPr>`;
  const low = values.every((value) => value >= 0) && xml`<c:min val="0"/>`;
  const high =
    most != null
      ? xml`<c:max val="${most}"/>`
      : values.every((value) => value <= 0) && low === false && xml`<c:max val="0"/>`;
  const skip = every > 1 && xml`<c:tickLblSkip val="${every}"/><c:tickMarkSkip val="${every}"/>`;
  const turned = reversed ? 'maxMin' : 'minMax';
  const grid = labelled ? null : xml`<c:majorGridlines>${line(colors.rule, 6_350)}</c:majorGridlines>`;
  return xml`<c:catAx><c:axId val="${categoryAxis}"/><c:scaling><c:orientation val="${turned}"/></c:scaling><c:delete val="0"/><c:axPos val="${below}"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${line(colors.muted, 9_525)}${labelText(view, colors.muted, isWrapped ? 'level' : 'fitting')}<c:crossAx val="${valueAxis}"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/>${skip}<c:noMultiLvlLbl val="1"/></c:catAx><c:valAx><c:axId val="${valueAxis}"/><c:scaling><c:orientation val="minMax"/>${high}${low}</c:scaling><c:delete val="${labelled ? 1 : 0}"/><c:axPos val="${beside}"/>${grid}<c:numFmt formatCode="${axis.format}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${labelText(view, colors.muted)}<c:crossAx val="${categoryAxis}"/><c:crosses val="autoZero"/><c:crossBetween val="${between ? 'between' : 'midCat'}"/>${axis.step !== null && xml`<c:majorUnit val="${axis.step}"/>`}</c:valAx>`;
}

/** A ring of parts, each a point of the only series. */
export function ringChart(sheet: ChartSheet, colors: readonly Markup[], labels: Markup, view: ReportView): ChartPart {
  const sources = new Sources(sheet);
  const points = colors.map(
    (fill, index) => xml`<c:dPt><c:idx val="${index}"/><c:bubble3D val="0"/><c:spPr>${fill}</c:spPr></c:dPt>`,
  );
  const series = xml`<c:ser><c:idx val="0"/><c:order val="0"/>${sources.name(0)}${points}${labels}${sources.categories()}${sources.values(0)}</c:ser>`;
  const plot = xml`<c:plotArea><c:layout/><c:doughnutChart><c:varyColors val="1"/>${series}<c:firstSliceAng val="0"/><c:holeSize val="56"/></c:doughnutChart></c:plotArea>`;
  return { sheet, content: chartSpace(plot, false, view) };
}

function chartSpace(plot: Markup, isNamed: boolean, view: ReportView): Markup {
  const { baseName } = new Intl.Locale(view.document.locale);
  const legend =
    isNamed && xml`<c:legend><c:legendPos val="t"/><c:overlay val="0"/>${labelText(view, view.colors.text)}</c:legend>`;
  return xml`<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:date1904 val="0"/><c:lang val="${baseName}"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/>${plot}${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${labelText(view, view.colors.muted)}<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`;
}

/** `c:txPr`: how the labels of an axis, a legend or a series are set; those of places are level, or turn where they do not fit. */
export function labelText(
  view: ReportView,
  ink: string,
  turn: 'level' | 'fitting' | null = null,
  size: number = sizes.small,
): Markup {
  const body =
    turn === null ? xml`<a:bodyPr/>` : xml`<a:bodyPr rot="${turn === 'level' ? 0 : -60_000_000}" vert="horz"/>`;
  const end = xml`<a:endParaRPr${languageOf(view)}/>`;
  return xml`<c:txPr>${body}<a:lstStyle/><a:p><a:pPr><a:defRPr sz="${size * 100}">${solid(ink, view.colors)}<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:pPr>${end}</a:p></c:txPr>`;
}

/** `c:spPr` of a line; its width in points. */
export function lineLook(ink: string, width: number, dash: string, colors: Palette): Markup {
  return xml`<c:spPr><a:ln w="${Math.round(width * 12_700)}" cap="rnd">${solid(ink, colors)}<a:prstDash val="${dash}"/><a:round/></a:ln></c:spPr>`;
}

/** Which parts of a label are shown. */
export const shownParts = (value: boolean): Value =>
  xml`<c:showLegendKey val="0"/><c:showVal val="${value ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>`;
