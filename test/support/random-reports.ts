import type { CommentedDocument } from '../../src/reporting/documents/comments.ts';
import type { Note, ReportDocument, Section, Source } from '../../src/reporting/documents/model.ts';
import { benchmarkReport, breakdown, metrics, randomNumbers, reportDocument, timeseries } from './documents.ts';

const locales = ['en-US', 'ar-EG', 'de-DE', 'es-ES', 'fr-FR', 'ja-JP', 'pl-PL', 'pt-BR', 'ru-RU', 'uk-UA'];
const kpis = benchmarkReport().sections.flatMap((section) => (section.type === 'kpis' ? section.items : []));
const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt'.split(' ');

/**
 * A report of random sections, lengths and language, always the same for a seed. Headings begin with `head1x`, notes
 * with `note1x`, and labels with `row1x7x`, counted over the report and over a table. It may have comments.
 */
export function randomReport(seed: number, commented = false): CommentedDocument {
  const random = randomNumbers(seed * 7919 + 1);
  // The first numbers of neighbouring seeds are alike.
  for (let round = 0; round < 5; round += 1) random();
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length - 1)] as Item;
  const prose = (most: number) => Array.from({ length: 1 + upTo(most - 1) }, () => pick(words)).join(' ');
  const compared = random() < 0.6;
  const document = reportDocument({
    locale: locales[seed % locales.length] as string,
    sections: Array.from({ length: 1 + upTo(9) }, (_, index) => section(index)),
    sources: sources(pick([1, 1, 1, 2, 5, 19])),
    warnings: Array.from({ length: pick([0, 0, 1, 2, 5, 24]) }, () => {
      return { code: 'missing_days', message: `${prose(30)}.`, connection_id: null };
    }),
  });
  const report = compared ? document : withoutCompare(document);
  if (!commented) return report;
  const comments = report.sections.flatMap((_, index) =>
    random() < 0.6
      ? [
          {
            section: index + 1,
            markdown: many(6, block).join('\n\n'),
            author_name: null,
            written_at: '2026-07-03T12:00:00Z',
          },
        ]
      : [],
  );
  return { ...report, comments };

  function section(index: number): Section {
    const title = `head${index}x ${prose(random() < 0.1 ? 20 : 4)}`;
    const message = `note${index}x ${prose(pick([5, 30, 60]))}.`;
    const notes: Note[] = random() < 0.4 ? [{ code: 'thresholded', message }] : [];
    switch (pick(['highlights', 'kpis', 'timeseries', 'breakdown', 'breakdown', 'text', 'text'] as const)) {
      case 'highlights': {
        const item = { rule: 'empty', sentiment: 'neutral', section: null } as const;
        return { type: 'highlights', title, items: many(8, () => ({ ...item, text: prose(40) })) };
      }
      case 'kpis':
        return { ...timeseries(metrics.orders, 1, 1), type: 'kpis', title, notes, items: kpiItems() };
      case 'timeseries':
        return { ...timeseries(metrics.sessions, 1_800, index), title, notes };
      case 'breakdown': {
        const wide = random() < 0.3 ? 50 : 3;
        return {
          ...breakdown('City', (row) => `row${index}x${row}x ${prose(wide)}`, pick([1, 2, 9, 12, 25, 60])),
          title,
          notes,
        };
      }
      case 'text':
        return { type: 'text', title, markdown: many(12, block).join('\n\n') };
    }
  }

  function kpiItems() {
    const label = random() < 0.5 ? '' : ' of all branches together and more';
    return many(13, (index) => {
      const item = kpis[index % kpis.length] as (typeof kpis)[number];
      return { ...item, metric: { ...item.metric, label: item.metric.label + label } };
    });
  }

  function block(): string {
    const lines = (mark: (index: number) => string, most: number) =>
      many(most, (index) => mark(index) + prose(25)).join('\n');
    return pick([
      () => prose(150),
      () => prose(150),
      () => `## ${prose(5)}`,
      () => lines(() => '- ', 12),
      () => lines((index) => `${index + 1}. `, 20),
      () => lines(() => '> ', 5),
      () => `| a | b |\n|---|---|\n${many(30, (row) => `| cell${row}x | ${prose(30)} |`).join('\n')}`,
      () => `\`\`\`\n${lines(() => '', 12)}\n\`\`\``,
    ])();
  }

  function many<Item>(most: number, make: (index: number) => Item): Item[] {
    return Array.from({ length: 1 + upTo(most - 1) }, (_, index) => make(index));
  }

  function sources(count: number): Source[] {
    const [source] = reportDocument().sources as [Source];
    return Array.from({ length: count }, (_, index) => ({ ...source, connection_name: `source${index}x ${prose(4)}` }));
  }
}

/** The same report with nothing to compare with. */
function withoutCompare(document: ReportDocument): ReportDocument {
  const sections = document.sections.map((section) =>
    section.type === 'timeseries' ? { ...section, compare: null } : section,
  );
  return { ...document, sections, periods: { ...document.periods, compare: null } };
}
