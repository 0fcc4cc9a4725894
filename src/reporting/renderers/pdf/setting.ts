import type { Labels } from '../../documents/messages/messages.ts';
import type { Palette } from '../colors.ts';
import type { ReportView } from '../view/report-view.ts';
import type { TextSetter } from './text.ts';

/** What every section needs of its report. */
export interface Setting {
  readonly view: ReportView;
  readonly colors: Palette;
  readonly labels: Labels;
  readonly text: TextSetter;
}
