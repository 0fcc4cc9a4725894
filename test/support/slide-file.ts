import { OfficeFile, values } from './office-file.ts';
import { elements, type XmlElement } from './xml.ts';

/** The order of children that ECMA-376 part 1 requires and PowerPoint insists on, for the elements that we write. */
const orders: Readonly<Record<string, string>> = {
  'p:presentation':
    'p:sldMasterIdLst p:notesMasterIdLst p:handoutMasterIdLst p:sldIdLst p:sldSz p:notesSz p:embeddedFontLst p:defaultTextStyle',
  'p:sldMaster': 'p:cSld p:clrMap p:sldLayoutIdLst p:transition p:timing p:hf p:txStyles',
  'p:sldLayout': 'p:cSld p:clrMapOvr',
  'p:sld': 'p:cSld p:clrMapOvr',
  'p:notes': 'p:cSld p:clrMapOvr',
  'p:cSld': 'p:bg p:spTree',
  'p:sp': 'p:nvSpPr p:spPr p:style p:txBody',
  'p:pic': 'p:nvPicPr p:blipFill p:spPr',
  'p:graphicFrame': 'p:nvGraphicFramePr p:xfrm a:graphic',
  'p:spPr': 'a:xfrm a:custGeom a:prstGeom a:noFill a:solidFill a:gradFill a:blipFill a:pattFill a:ln a:effectLst',
  'p:txBody': 'a:bodyPr a:lstStyle a:p',
  'a:txBody': 'a:bodyPr a:lstStyle a:p',
  'a:p': 'a:pPr a:r a:br a:fld a:endParaRPr',
  'a:pPr': 'a:lnSpc a:spcBef a:spcAft a:buClr a:buSzPct a:buFont a:buNone a:buAutoNum a:buChar a:tabLst a:defRPr',
  'a:rPr': 'a:ln a:noFill a:solidFill a:highlight a:latin a:ea a:cs a:sym a:hlinkClick',
  'a:tbl': 'a:tblPr a:tblGrid a:tr',
  'a:tc': 'a:txBody a:tcPr',
  'a:tcPr': 'a:lnL a:lnR a:lnT a:lnB a:noFill a:solidFill',
  'c:chartSpace':
    'c:date1904 c:lang c:roundedCorners c:style c:clrMapOvr c:chart c:spPr c:txPr c:externalData c:printSettings',
  'c:chart': 'c:title c:autoTitleDeleted c:plotArea c:legend c:plotVisOnly c:dispBlanksAs',
  'c:plotArea': 'c:layout c:areaChart c:barChart c:lineChart c:doughnutChart c:catAx c:valAx c:spPr',
  'c:ser': 'c:idx c:order c:tx c:spPr c:invertIfNegative c:explosion c:marker c:dPt c:dLbls c:cat c:val c:smooth',
  'c:dPt': 'c:idx c:invertIfNegative c:marker c:bubble3D c:explosion c:spPr',
  'c:dLbls':
    'c:dLbl c:delete c:numFmt c:spPr c:txPr c:dLblPos c:showLegendKey c:showVal c:showCatName c:showSerName c:showPercent c:showBubbleSize',
  'c:dLbl':
    'c:idx c:delete c:layout c:tx c:numFmt c:spPr c:txPr c:dLblPos c:showLegendKey c:showVal c:showCatName c:showSerName c:showPercent c:showBubbleSize',
  'c:catAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:auto c:lblAlgn c:lblOffset c:tickLblSkip c:tickMarkSkip c:noMultiLvlLbl',
  'c:valAx':
    'c:axId c:scaling c:delete c:axPos c:majorGridlines c:title c:numFmt c:majorTickMark c:minorTickMark c:tickLblPos c:spPr c:txPr c:crossAx c:crosses c:crossBetween c:majorUnit',
  'c:scaling': 'c:logBase c:orientation c:max c:min',
};
/** Elements in which only the properties have a fixed position: the first. */
const mixed = ['a:p'];

/** In EMU: 16:9. */
const [slideWidth, slideHeight] = [12_192_000, 6_858_000];

/** A .pptx with every XML part read. Throws where one is not well-formed. */
export class SlideFile extends OfficeFile {
  /** The slides in their order. */
  get slides(): XmlElement[] {
    const { length } = elements(this.part('ppt/presentation.xml'), 'p:sldId');
    return Array.from({ length }, (_, index) => this.part(`ppt/slides/slide${index + 1}.xml`));
  }

  /** The title of each slide, as its placeholder has it. */
  get titles(): string[] {
    return this.slides.map((slide) => titlesOf(slide).map(textOf).join('|'));
  }

  /** What is said to each slide, paragraph by paragraph. */
  get notes(): string[][] {
    return this.slides.map((_, index) => {
      const notes = this.read.get(`ppt/notesSlides/notesSlide${index + 1}.xml`);
      return notes ? elements(notes, 'a:p').map(({ text }) => text) : [];
    });
  }

  /** The rows of all tables of a slide, cell by cell. */
  rowsOf(slide: XmlElement): string[][] {
    return elements(slide, 'a:tr').map((row) => elements(row, 'a:tc').map(textOf));
  }

  get charts(): XmlElement[] {
    const { size } = new Set([...this.parts.keys()].filter((path) => /^ppt\/charts\/chart\d+\.xml$/.test(path)));
    return Array.from({ length: size }, (_, index) => this.part(`ppt/charts/chart${index + 1}.xml`));
  }

  /** Everything that would make PowerPoint repair the file or show it wrongly; empty for a good one. */
  faults(): string[] {
    return [
      ...this.packageFaults(),
      ...this.orderFaults('ppt/', orders, mixed),
      ...this.slides.flatMap((slide, index) => this.#slideFaults(slide).map((fault) => `slide ${index + 1}: ${fault}`)),
      ...this.charts.flatMap((chart, index) => chartFaults(chart).map((fault) => `chart ${index + 1}: ${fault}`)),
    ];
  }

  #slideFaults(slide: XmlElement): string[] {
    const ids = values(elements(slide, 'p:cNvPr'), 'id');
    const titles = titlesOf(slide);
    const tables = elements(slide, 'a:tbl').flatMap((table) => {
      const columns = elements(table, 'a:gridCol').length;
      return elements(table, 'a:tr').filter((row) => elements(row, 'a:tc').length !== columns);
    });
    const silent = [...elements(slide, 'p:pic'), ...elements(slide, 'p:graphicFrame')].filter((shape) => {
      const [named] = elements(shape, 'p:cNvPr');
      const isTable = elements(shape, 'a:tbl').length > 0;
      return !isTable && !named?.attributes.get('descr') && elements(shape, 'adec:decorative').length === 0;
    });
    const outside = [...elements(slide, 'a:xfrm'), ...elements(slide, 'p:xfrm')].filter((place) => {
      const [at, size] = [elements(place, 'a:off')[0], elements(place, 'a:ext')[0]];
      const of = (element: XmlElement | undefined, name: string) => Number(element?.attributes.get(name));
      const [x, y] = [of(at, 'x'), of(at, 'y')];
      return x < 0 || y < 0 || x + of(size, 'cx') > slideWidth + 2 || y + of(size, 'cy') > slideHeight + 2;
    });
    return [
      ...(new Set(ids).size === ids.length ? [] : ['shape ids are not unique']),
      ...(titles.length === 1 && textOf(titles[0]) !== '' ? [] : [`${titles.length} titles`]),
      ...tables.map(() => 'a row with other columns than its table'),
      ...silent.map(() => 'a picture or chart that says nothing'),
      ...outside.map(
        (place) => `outside the slide: ${place.children.map(({ attributes }) => [...attributes.values()])}`,
      ),
    ];
  }
}

function titlesOf(slide: XmlElement): XmlElement[] {
  return elements(slide, 'p:sp').filter((shape) => {
    const type = elements(shape, 'p:ph')[0]?.attributes.get('type') ?? '';
    return type === 'title' || type === 'ctrTitle';
  });
}

export function textOf(element: XmlElement | undefined): string {
  return element
    ? elements(element, 'a:t')
        .map(({ text }) => text)
        .join('')
    : '';
}

function chartFaults(chart: XmlElement): string[] {
  const series = elements(chart, 'c:ser');
  const once = (name: string) => {
    const found = series.map((each) => elements(each, name)[0]?.attributes.get('val'));
    return new Set(found).size === found.length;
  };
  const axes = [...elements(chart, 'c:catAx'), ...elements(chart, 'c:valAx')].map(
    (axis) => elements(axis, 'c:axId')[0]?.attributes.get('val') ?? '',
  );
  const used = values(elements(chart, 'c:axId'), 'val').filter((id) => !axes.includes(id));
  return [
    ...(once('c:idx') && once('c:order') ? [] : ['series with the same number']),
    ...used.map((id) => `no axis ${id}`),
    ...(series.length > 0 ? [] : ['no series']),
  ];
}
