import type { Part } from '../office/package.ts';
import { Relationships } from '../office/relationships.ts';
import { emus } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import type { Deck } from './deck.ts';
import { page } from './frame.ts';
import { firstMasterId, layoutPart, layouts, masterPart, notesMasterPart, notesPart, textLevels } from './master.ts';
import { namespaces } from './namespaces.ts';
import { paragraph } from './text.ts';
import { themePart } from './theme.ts';

const presentationml = 'application/vnd.openxmlformats-officedocument.presentationml';
export const contentType = `${presentationml}.presentation`;
const themeType = 'application/vnd.openxmlformats-officedocument.theme+xml';

const firstSlideId = 256;

/** All parts below `ppt/`: the presentation, its master and layouts, the slides with their notes, and what they show. */
export function presentationParts(deck: Deck, view: ReportView): Part[] {
  const slides = deck.slides.map((slide) => slide.toXml());
  const theme = themePart(view, slides.map(({ text }) => text).join(''));
  const relationships = new Relationships();
  const master = relationships.add('slideMaster', 'slideMasters/slideMaster1.xml');
  const ids = slides.map((_, index) => {
    const target = relationships.add('slide', `slides/slide${index + 1}.xml`);
    return xml`<p:sldId id="${firstSlideId + index}" r:id="${target}"/>`;
  });
  const notesMaster = relationships.add('notesMaster', 'notesMasters/notesMaster1.xml');
  relationships.add('theme', 'theme/theme1.xml');
  const right = view.direction === 'rtl' && xml` rtl="1"`;
  const presentation = xml`<p:presentation ${namespaces}${right} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="${firstMasterId}" r:id="${master}"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="${notesMaster}"/></p:notesMasterIdLst><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${emus(page.width)}" cy="${emus(page.height)}"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle>${textLevels(view)}</p:defaultTextStyle></p:presentation>`;
  return [
    ...part('presentation', 'presentation.main', presentation, relationships),
    ...part('slideMasters/slideMaster1', 'slideMaster', masterPart(view), masterRelationships()),
    ...layouts.flatMap((layout, index) =>
      part(`slideLayouts/slideLayout${index + 1}`, 'slideLayout', layoutPart(layout, view), [
        ['slideMaster', '../slideMasters/slideMaster1.xml'],
      ]),
    ),
    ...part('notesMasters/notesMaster1', 'notesMaster', notesMasterPart(), [['theme', '../theme/theme2.xml']]),
    { path: 'ppt/theme/theme1.xml', contentType: themeType, content: theme },
    { path: 'ppt/theme/theme2.xml', contentType: themeType, content: theme },
    ...slides.flatMap((content, index) => slideParts(deck, index, content, view)),
    ...deck.parts(),
  ];
}

function slideParts(deck: Deck, index: number, content: Markup, view: ReportView): Part[] {
  const slide = deck.slides[index];
  if (!slide) return [];
  const name = `slide${index + 1}`;
  const notes = `notesSlides/notesSlide${index + 1}`;
  slide.relationships.add('slideLayout', `../slideLayouts/slideLayout${layouts.indexOf(slide.layout) + 1}.xml`);
  if (slide.notes.length === 0) return part(`slides/${name}`, 'slide', content, slide.relationships);
  slide.relationships.add('notesSlide', `../${notes}.xml`);
  const said = notesPart(slide.notes.map((sentence) => paragraph(sentence, view, { size: 12 })));
  return [
    ...part(`slides/${name}`, 'slide', content, slide.relationships),
    ...part(notes, 'notesSlide', said, [
      ['notesMaster', '../notesMasters/notesMaster1.xml'],
      ['slide', `../slides/${name}.xml`],
    ]),
  ];
}

function masterRelationships(): Relationships {
  const relationships = new Relationships();
  for (const index of layouts.keys()) relationships.add('slideLayout', `../slideLayouts/slideLayout${index + 1}.xml`);
  relationships.add('theme', '../theme/theme1.xml');
  return relationships;
}

type Targets = readonly (readonly [kind: Parameters<Relationships['add']>[0], target: string])[];

/** A part with the file of what it refers to. */
function part(name: string, kind: string, content: Markup, targets: Relationships | Targets): Part[] {
  const relationships = targets instanceof Relationships ? targets : new Relationships();
  if (!(targets instanceof Relationships)) for (const [to, target] of targets) relationships.add(to, target);
  const slash = name.lastIndexOf('/') + 1;
  const beside = `${name.slice(0, slash)}_rels/${name.slice(slash)}.xml.rels`;
  return [
    { path: `ppt/${name}.xml`, contentType: `${presentationml}.${kind}+xml`, content },
    { path: `ppt/${beside}`, contentType: null, content: relationships.toXml() },
  ];
}
