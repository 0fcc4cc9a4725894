import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { print, type Row, visible } from './output.ts';

const words = { from: '--from', to: '--to', 'to.order': '--to is before --from.' };

interface PreviewFlags {
  from: string;
  to: string;
  by?: string;
  json?: boolean;
}

/** `connections preview`: the figures of a connection without a report. */
export function connectionPreviewCommands(connections: Command, context: CommandContext): void {
  connections
    .command('preview')
    .description("show the figures of a period, in the project's time zone")
    .argument('<id>', 'the connection')
    .requiredOption('--from <day>', 'the first day, such as 2026-01-01')
    .requiredOption('--to <day>', 'the last day')
    .option('--by <grouping>', 'day, week, month or a dimension')
    .option('--json', 'print JSON')
    .action((id: string, { from, to, by, json }: PreviewFlags) =>
      context.withInstallation(async (installation) => {
        const { previewConnection } = await import('../domains/connections/propose-connection.ts');
        const { metrics, result, leftOut } = await inFlags(words, () =>
          previewConnection(installation.db, installation, id, { from, to, by }),
        );
        const { rows, notices = [] } = result;
        if (json) {
          const told = { from, to, by: by ?? null, metrics, rows, notices, left_out: leftOut };
          return print(told as unknown as Row, true);
        }
        const keys = metrics.map(({ key }) => key);
        print(
          rows.map(({ key, values }) => rowOf(by, key, keys, values)),
          false,
        );
        for (const { code } of notices) process.stderr.write(`Notice: ${code}\n`);
        for (const [key, count] of Object.entries(leftOut)) {
          process.stderr.write(
            `Warning: the metric "${visible(key)}" leaves out ${count} ${count === 1 ? 'value' : 'values'} that cannot be read.\n`,
          );
        }
      }),
    );
}

function rowOf(
  by: string | undefined,
  key: string | null,
  metrics: readonly string[],
  values: readonly (number | null)[],
): Row {
  const figures = Object.fromEntries(metrics.map((metric, index) => [metric, values[index] ?? null]));
  return by === undefined ? figures : { [by]: key, ...figures };
}
