import type {
  Note,
  ReportDocument,
  Section,
  SectionFigures,
  TimeseriesSection,
  Warning,
} from '../../documents/model.ts';

/** What a report says about its figures, each fact in one place. */
export interface NotesOnce {
  /** The notes that stand under a section. */
  under(section: Section): readonly Note[];
  /** What holds for the whole report, at its end. */
  readonly atEnd: readonly Warning[];
}

/** The codes of the warnings that say what a note says; a note without any stands under its section. */
const sameFact: Partial<Record<Note['code'], Warning['code']>> = {
  partial_day: 'partial_period',
  missing_days: 'missing_days',
  period_lengths_differ: 'period_lengths_differ',
  rows_truncated: 'rows_truncated',
  thresholded: 'thresholded',
  other_row: 'other_row',
  withheld_rows: 'withheld_rows',
  incomplete_from: 'incomplete_from',
  since_published: 'since_published',
};

interface Noted {
  readonly section: SectionFigures;
  readonly note: Note;
  readonly said: readonly Warning[];
}

/**
 * A fact about one section alone stands under it; one that several sections share, or that is true of all days, stands
 * once at the report's end. What days the periods have stands under the first section of each connection, with its daily
 * averages.
 */
export function tellOnce({ sections, warnings }: ReportDocument): NotesOnce {
  const noted = sections.flatMap((section): Noted[] => {
    if (!('notes' in section) || section.type === 'channels' || isOfSpan(section)) return [];
    const isSaid = (note: Note, { code, connection_id: id }: Warning) =>
      code === sameFact[note.code] && (id === null || id === section.connection_id);
    return section.notes.map((note) => ({ section, note, said: warnings.filter((each) => isSaid(note, each)) }));
  });
  const placed = noted.filter((each) => isPlaced(each, noted));
  const told = new Set(placed.flatMap(({ said }) => said));
  return {
    under: (section) =>
      section.type === 'channels'
        ? section.notes
        : isOfSpan(section)
          ? section.notes.filter((note) => !isToldOfAll(note, warnings))
          : placed.flatMap((each) => (each.section === section ? [each.note] : [])),
    atEnd: warnings.filter((warning) => !told.has(warning)),
  };
}

function isOfSpan(section: Section): section is TimeseriesSection {
  return section.type === 'timeseries' && section.span !== undefined;
}

/** A span ends with the report's period, so a day of both is told once; what the system says is the same sentence. */
function isToldOfAll({ code, message }: Note, warnings: readonly Warning[]): boolean {
  return warnings.some(
    (warning) => warning.message === message || (warning.code === 'partial_period' && code === 'partial_day'),
  );
}

function isPlaced({ section, note, said }: Noted, noted: readonly Noted[]): boolean {
  const isSame = (other: Noted) =>
    other.note.code === note.code && other.section.connection_id === section.connection_id;
  if (note.code === 'period_lengths_differ') return noted.find(isSame)?.note === note;
  if (said.length === 0) return true;
  return note.code !== 'partial_day' && note.code !== 'missing_days' && noted.filter(isSame).length === 1;
}
