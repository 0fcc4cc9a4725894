import type { Command } from 'commander';
import { startTestTo } from '../domains/schedules/test-run.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { print } from './output.ts';

const words = { to: '--to', 'email.mail_server': 'No mail server is configured; set SMTP_URL and MAIL_FROM.' };

/** Sends what a schedule would send now to one address alone. */
export function scheduleTestCommand(schedules: Command, context: CommandContext): void {
  schedules
    .command('test')
    .description('make the report of the latest period now, and mail it to one address alone')
    .argument('<id>', 'the schedule')
    .requiredOption('--to <address>', 'who gets it')
    .option('--json', 'print JSON')
    .action((id: string, { to, json }: { to: string; json?: boolean }) =>
      context.withInstallation(async ({ config, db }) => {
        const allowed = { hasMail: config.mail !== null, domains: config.mailDomains };
        const run = await inFlags(words, () =>
          asOperator(
            db,
            (transaction) => startTestTo(transaction, id, to, allowed),
            ({ account_id: accountId, generation_job_id }) => {
              return { action: 'schedule.test', accountId, subject: id, details: { generation_job_id, recipient: to } };
            },
          ),
        );
        const { id: run_id, generation_job_id, state } = run;
        print({ id: run_id, schedule_id: id, generation_job_id, state, to }, Boolean(json));
      }),
    );
}
