import { messagesFor } from '../../documents/messages/messages.ts';
import type { ReportDocument } from '../../documents/model.ts';
import { reportView } from '../view/report-view.ts';
import type { ReportFigures } from './figure-table.ts';
import { sectionFigures } from './section-figures.ts';

/** All figures of a report document. Throws RangeError for a locale, time zone or currency that Intl does not know. */
export function reportFigures(raw: ReportDocument): ReportFigures {
  const { document, labels, direction, sections } = reportView(raw);
  const { periods, locale } = document;
  const context = { periods, messages: messagesFor(locale), locale };
  const tables = document.sections.flatMap((section, index) => {
    const figures = sectionFigures(section, context);
    if (!figures) return [];
    const title = sections[index]?.title ?? '';
    return [{ section: index + 1, type: section.type, title, ...figures }];
  });
  return { document, labels, isRightToLeft: direction === 'rtl', tables };
}
