import { type IStylesOptions, LineRuleType } from 'docx';
import type { ReportView } from '../report-view.ts';

/** The styles of a report; sizes in half points, spacing in twentieths of a point. */
export function documentStyles({ document, colors }: ReportView): IStylesOptions {
  const text = colors.text.slice(1);
  const muted = colors.muted.slice(1);
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial' };
  const language = { value: document.locale, eastAsia: document.locale, bidirectional: document.locale };
  const heading = (size: number, before: number) => ({
    run: { size, bold: true, color: text },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  });
  return {
    default: {
      document: {
        run: { font, size: 21, color: text, language },
        paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
      },
      title: { run: { bold: true }, paragraph: { spacing: { before: 120, after: 0 } } },
      heading1: heading(38, 480),
      heading2: heading(27, 320),
      heading3: heading(22, 240),
      heading4: { ...heading(21, 200), run: { size: 21, bold: true, color: muted } },
    },
    paragraphStyles: [
      {
        id: 'Source',
        name: 'Source',
        basedOn: 'Normal',
        run: { size: 17, color: muted },
        paragraph: { spacing: { after: 120 } },
      },
      {
        id: 'TableText',
        name: 'Table Text',
        basedOn: 'Normal',
        run: { size: 18 },
        paragraph: { spacing: { after: 0, line: 240, lineRule: LineRuleType.AUTO } },
      },
      {
        id: 'Gap',
        name: 'Gap',
        basedOn: 'Normal',
        run: { size: 12 },
        paragraph: { spacing: { after: 0 } },
      },
      {
        id: 'ContentsTitle',
        name: 'Contents Title',
        basedOn: 'Normal',
        run: { size: 38, bold: true },
        paragraph: { spacing: { after: 160 }, keepNext: true },
      },
      {
        id: 'Quote',
        name: 'Quote',
        basedOn: 'Normal',
        run: { italics: true, color: muted },
        paragraph: { indent: { left: 300 } },
      },
      {
        id: 'Code',
        name: 'Code',
        basedOn: 'Normal',
        run: { font: 'Consolas', size: 18 },
        paragraph: { indent: { left: 200 } },
      },
    ],
  };
}
