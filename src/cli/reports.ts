import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { listComments, removeComment, setComment, type WrittenComment } from '../domains/reports/comments.ts';
import { type FoundReport, findReport } from '../domains/reports/reports.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { type FigureFormat, figureFormats, writeFigures } from '../reporting/renderers/figures/formats.ts';
import { reportFigures } from '../reporting/renderers/figures/report-figures.ts';
import { reportView } from '../reporting/renderers/view/report-view.ts';
import { asOperator, operator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { oneOf, print, wholeNumber } from './output.ts';

interface FiguresFlags {
  format: FigureFormat;
  out: string;
  json?: boolean;
}

interface CommentFlags {
  section: number;
  markdown?: string;
  remove?: boolean;
  json?: boolean;
}

/** In bytes; four for each character of the longest comment, and one more. */
const mostInput = 80_001;

export function reportCommands(program: Command, context: CommandContext): void {
  const reports = program.command('reports').description('comment on finished reports, and get their figures');

  reports
    .command('comment')
    .description('write or remove the comment on a section of a report, shown by all files made afterwards')
    .argument('<report>', 'the report')
    .requiredOption(
      '--section <n>',
      'the section, from 1, as "reports comments" lists them',
      wholeNumber('--section', 1, 1_000),
    )
    .option('--markdown <text>', 'what it says (Markdown, at most 20,000 characters); - reads standard input')
    .option('--remove', 'remove the comment')
    .option('--json', 'print JSON')
    .action((id: string, flags: CommentFlags) =>
      context.withInstallation(async ({ db, objects }) => {
        if ((flags.markdown === undefined) !== Boolean(flags.remove)) {
          throw new OperatorError('reports comment takes exactly one of --markdown and --remove.');
        }
        const { report, document } = await findReport(db, objects, id);
        const place = { accountId: report.account_id, document, section: flags.section };
        const author = operator();
        const markdown = flags.markdown === '-' ? await readInput() : flags.markdown;
        const { revision } = await asOperator(
          db,
          (transaction) =>
            markdown === undefined
              ? removeComment(transaction, place, author)
              : setComment(transaction, place, { markdown, author }),
          (changed) => ({
            action: markdown === undefined ? 'report.comment_remove' : 'report.comment',
            accountId: report.account_id,
            subject: report.id,
            details: { section: flags.section, revision: changed.revision },
          }),
        );
        print({ report_id: report.id, section: flags.section, revision }, Boolean(flags.json));
      }),
    );

  reports
    .command('comments')
    .description('list the sections of a report with the comments on them')
    .argument('<report>', 'the report')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db, objects }) => {
        const found = await findReport(db, objects, id);
        const comments = await listComments(db, found.report.id, found.report.revision);
        print(rowsOf(found, comments), Boolean(flags.json));
      }),
    );

  reports
    .command('figures')
    .description('write all figures of a report to a file, numbers as numbers')
    .argument('<report>', 'the report')
    .requiredOption('--format <format>', figureFormats.join(', '), oneOf('--format', figureFormats))
    .requiredOption('--out <file>', 'the file, which is replaced; - is standard output')
    .option('--json', 'print JSON')
    .action((id: string, flags: FiguresFlags) =>
      context.withInstallation(async ({ db, objects }) => {
        const { document } = await findReport(db, objects, id);
        const pieces = writeFigures(reportFigures(document), flags.format);
        if (flags.out === '-') return printBytes(pieces);
        const bytes = await writeFile(flags.out, pieces);
        print({ report_id: id, format: flags.format, file: flags.out, bytes }, Boolean(flags.json));
      }),
    );
}

async function printBytes(pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) if (!process.stdout.write(Buffer.from(piece))) await once(process.stdout, 'drain');
}

/** Writes a file beside its place and moves it there when it is whole; resolves with its bytes. */
async function writeFile(file: string, pieces: Iterable<Uint8Array>): Promise<number> {
  const part = `${file}.${randomUUID()}.part`;
  const stream = createWriteStream(part, { flags: 'wx' });
  try {
    await pipeline(Readable.from(pieces, { objectMode: true }), stream);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return stream.bytesWritten;
}

function rowsOf({ document }: FoundReport, comments: readonly WrittenComment[]) {
  const written = new Map(comments.map((comment) => [comment.section, comment]));
  return reportView(document).sections.map(({ title }, index) => {
    const comment = written.get(index + 1);
    return {
      section: index + 1,
      type: document.sections[index]?.type ?? '',
      title,
      author: comment?.author ?? null,
      author_name: comment?.author_name ?? null,
      written_at: toTimestamp(comment?.written_at ?? null),
      markdown: comment?.markdown ?? null,
    };
  });
}

/** Standard input as far as a comment can be long; what is too long stays too long. */
async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > mostInput) break;
  }
  // Windows editors and shells start files with a byte order mark.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd();
}
