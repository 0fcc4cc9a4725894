import type { Command } from 'commander';
import {
  createShare,
  listShares,
  revokeShare,
  type ShareOwner,
  type ShareRow,
  shareLink,
  shareState,
} from '../domains/shares/shares.ts';
import { baseUrl } from '../platform/config/config.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { duration, print } from './output.ts';
import { readPassword } from './password.ts';
import { type FilterFlags, filteredByProject, projectsOf } from './project-filters.ts';

interface CreateFlags {
  report: string;
  password?: boolean;
  expiresIn?: number;
  figures?: boolean;
  json?: boolean;
}

const words = {
  'expires_at.maximum': 'A link lives 366 days at most; without --expires-in it lives until it is revoked.',
};

type ListFlags = Partial<Record<ShareOwner, string>> & FilterFlags & { json?: boolean };

export function shareCommands(program: Command, context: CommandContext): void {
  const shares = program.command('shares').description('manage guest links to reports');

  shares
    .command('create')
    .description('share a report by a link; the link is shown only this once')
    .requiredOption('--report <id>', 'the report')
    .option('--password', 'guests need a password (8 to 200 characters), read from standard input')
    .option(
      '--expires-in <duration>',
      'such as 12h or 30d, 366d at most; without it the link lives until it is revoked',
      duration('--expires-in'),
    )
    .option('--figures', 'guests may download the figures, as CSV and Excel')
    .option('--json', 'print JSON')
    .action((flags: CreateFlags) =>
      context.withInstallation(async ({ db, config }) => {
        const password = flags.password ? await readPassword('Password for the link: ') : null;
        const options = { password, expiresInMs: flags.expiresIn ?? null, figures: Boolean(flags.figures) };
        const { token, share } = await inFlags(words, () =>
          asOperator(
            db,
            (transaction) => createShare(transaction, flags.report, options),
            (created) => tell('share.create', created.share),
          ),
        );
        print({ link: shareLink(baseUrl(config), token), ...toRow(share) }, Boolean(flags.json));
      }),
    );

  const list = shares.command('list');
  filteredByProject(list.description('list the links of a report, a project or an account, with their state and views'))
    .option('--report <id>', 'the links of this report')
    .option('--project <id>', 'the links of this project')
    .option('--account <id>', 'the links of this account')
    .option('--json', 'print JSON')
    .action((flags: ListFlags) => {
      const [owner, ...others] = (['report', 'project', 'account'] as const).filter(
        (name) => flags[name] !== undefined,
      );
      if (!owner || others.length > 0) {
        throw new OperatorError('shares list takes exactly one of --report, --project and --account.');
      }
      const { tag, folder } = flags;
      if (owner !== 'account' && (tag || folder !== undefined)) {
        throw new OperatorError('shares list takes --tag and --folder with --account.');
      }
      return context.withInstallation(async ({ db }) => {
        const rows = await listShares(db, owner, flags[owner] ?? '');
        if (!tag && folder === undefined) return print(rows.map(toRow), Boolean(flags.json));
        const ids = new Set(await projectsOf(db, 'shares list', { account: flags.account, tag, folder }));
        const found = rows.filter(({ project_id }) => ids.has(project_id));
        print(found.map(toRow), Boolean(flags.json));
      });
    });

  shares
    .command('revoke')
    .description('revoke a link; this takes effect at once, in every process')
    .argument('<id>', 'the share, as list shows it')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const revoked = await asOperator(
          db,
          (transaction) => revokeShare(transaction, id),
          (share) => tell('share.revoke', share),
        );
        print(toRow(revoked), Boolean(flags.json));
      }),
    );
}

function tell(action: string, { id, account_id, report_id, expires_at, password_hash, figures }: ShareRow) {
  const details = { report_id, expires_at, password: password_hash !== null, figures: figures === 1 };
  return { action, accountId: account_id, subject: id, details };
}

/** Without the digests of token and password. */
function toRow(share: ShareRow) {
  return {
    id: share.id,
    account_id: share.account_id,
    project_id: share.project_id,
    report_id: share.report_id,
    state: shareState(share, Date.now()),
    password: share.password_hash !== null,
    figures: share.figures === 1,
    created_at: toTimestamp(share.created_at),
    expires_at: toTimestamp(share.expires_at),
    revoked_at: toTimestamp(share.revoked_at),
    view_count: share.view_count,
    last_viewed_at: toTimestamp(share.last_viewed_at),
  };
}
