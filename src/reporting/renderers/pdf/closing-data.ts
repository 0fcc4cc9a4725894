import { tallestPart, textSpan, typeScale } from '../design.ts';
import { lineCount } from '../text/wrapped-text.ts';
import type { ReportView } from '../view/report-view.ts';
import { headHeight, linesHeight } from './heights.ts';
import { type TableData, tableData, tableHeight } from './table-data.ts';
import type { Text, TextSetter } from './text.ts';

/** How a section ends: whether what follows it stays with its last lines, and the height of that in points. */
export interface SectionEnd {
  readonly kept: boolean;
  readonly after: number;
}

/** The sources and notes, which close a report. */
export interface ClosingData {
  readonly sources: TableData | null;
  readonly warnings: readonly Text[];
  /** Those of `ReportView`, of which the process that draws the pictures chooses. */
  readonly pictureNotes: readonly Text[];
  /** Whether both stay together, whether the last source stays with the notes, and whether these do. */
  readonly together: boolean;
  readonly sourcesKept: boolean;
  readonly notesWhole: boolean;
}

/** The fewest lines on a report's last page: more than those of a single source. */
const fewestLines = 5;
/** Between two notes, and from the edge to their text, in points. */
const [noteGap, noteIndent] = [10, 17];

/** The last sections' data, and how the section before them has to end so that they are not almost alone on a page. */
export function closing(view: ReportView, text: TextSetter): { data: ClosingData; end: SectionEnd } {
  const { sources, warnings, pictureNotes, labels } = view;
  const sourcesHead = sources ? headHeight({ title: labels.dataSources, source: view.timeZone }) : 0;
  const sourcesHeight = sources ? sourcesHead + tableHeight(sources, textSpan) : 0;
  const lines = warnings.map((warning) => lineCount(warning, typeScale.body, textSpan - noteIndent));
  const listHeight = lines.reduce((sum, count) => sum + linesHeight(count, typeScale.body) + noteGap, 0);
  const notesHeight = warnings.length > 0 ? headHeight({ title: labels.notes, source: null }) + listHeight : 0;
  const height = sourcesHeight + notesHeight;
  const fewest = (sources ? 3 + sources.rows.length : 0) + (warnings.length > 0 ? 1 + warnings.length : 0);
  const kept = fewest < fewestLines;
  const sourcesKept = warnings.length > 0 && 1 + warnings.length < fewestLines;
  const after = sourcesKept ? notesHeight : 0;
  return {
    data: {
      sources: sources && tableData(sources, textSpan, text, { room: tallestPart - sourcesHead - after, after }),
      warnings: warnings.map(text),
      pictureNotes: pictureNotes.map(({ note }) => text(note)),
      together: height <= tallestPart,
      sourcesKept,
      notesWhole: notesHeight <= tallestPart,
    },
    end: { kept, after: kept ? height : 0 },
  };
}
