import type { Command } from 'commander';
import { getAccountOfProject } from '../domains/connections/connections.ts';
import {
  keepBounds,
  type LiveSettings,
  mostOrigins,
  readLiveSettings,
  toLiveSettings,
} from '../domains/shares/live-settings.ts';
import {
  changeChoices,
  createLiveShare,
  createShare,
  getShare,
  listShares,
  revokeShare,
  type ShareOptions,
  type ShareOwner,
  type ShareRow,
  shareLink,
  shareState,
} from '../domains/shares/shares.ts';
import { guestBaseUrl } from '../platform/config/config.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { toTimestamp } from '../platform/database/time.ts';
import { livePeriods, scheduleComparisons } from '../platform/database/words.ts';
import { OperatorError } from '../platform/errors.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { collect, duration, oneOf, print } from './output.ts';
import { readPassword } from './password.ts';
import { type FilterFlags, filteredByProject, projectsOf } from './project-filters.ts';

interface LiveFlags {
  periods?: string[];
  ownDays?: boolean;
  compare?: string[];
  keep?: number;
  /** False for nobody's pages. */
  embedAt?: string[] | false;
}

interface CreateFlags extends LiveFlags {
  report?: string;
  live?: boolean;
  project?: string;
  password?: boolean;
  expiresIn?: number;
  figures?: boolean;
  json?: boolean;
}

const words = {
  'expires_at.maximum': 'A link lives 366 days at most; without --expires-in it lives until it is revoked.',
};
const minuteMs = 60_000;
const periodWords = `the first at first, separated by commas: ${livePeriods.join(', ')}`;
const compareWords = `what they compare with, the usual one first: ${scheduleComparisons.join(', ')}`;

/** What the flags of a page that is always current say; throws an OperatorError for what is none of its words. */
function liveSettings(flags: LiveFlags): LiveSettings {
  const { periods, ...choices } = choicesOf(flags);
  if (periods === undefined) throw new OperatorError(`--live needs --periods: some of ${livePeriods.join(', ')}.`);
  return toLiveSettings({ ...choices, periods });
}

/** Those that are given. */
function choicesOf({ periods = [], ownDays, compare = [], keep, embedAt }: LiveFlags): Partial<LiveSettings> {
  const minutes = keep === undefined ? keepBounds.usual : Math.round(keep / minuteMs);
  if (minutes < keepBounds.least || minutes > keepBounds.most) throw new OperatorError('--keep takes from 15m to 24h.');
  const origins = embedAt === false ? [] : embedAt;
  if (origins && origins.length > mostOrigins) {
    throw new OperatorError(`--embed-at takes at most ${mostOrigins} origins.`);
  }
  return {
    ...(periods.length > 0 && { periods: [...new Set(periods)].map(oneOf('--periods', livePeriods)) }),
    ...(ownDays !== undefined && { own_days: ownDays }),
    ...(compare.length > 0 && { compare: [...new Set(compare)].map(oneOf('--compare', scheduleComparisons)) }),
    ...(keep !== undefined && { keep_minutes: minutes }),
    ...(origins && { origins: [...new Set(origins)] }),
  };
}

const liveFlags = ['periods', 'ownDays', 'compare', 'keep', 'embedAt', 'project'] as const;

/** Which kind of link the flags ask for; throws an OperatorError for flags of both. */
function kindOf(flags: CreateFlags): 'report' | 'live' {
  if (flags.live) {
    if (flags.project === undefined) throw new OperatorError('--live needs --project.');
    if (flags.report !== undefined) throw new OperatorError('shares create takes --report or --live, not both.');
    if (flags.figures) throw new OperatorError('--figures is for links to reports.');
    return 'live';
  }
  if (flags.report === undefined) throw new OperatorError('shares create needs --report, or --live with --project.');
  const given = liveFlags.find((name) => flags[name] !== undefined);
  if (given === undefined) return 'report';
  throw new OperatorError(`--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} needs --live.`);
}

type ListFlags = Partial<Record<ShareOwner, string>> & FilterFlags & { json?: boolean };

export function shareCommands(program: Command, context: CommandContext): void {
  const shares = program
    .command('shares')
    .description('manage guest links to reports and to pages that are always current');

  shares
    .command('create')
    .description('share a report, or a page that is always current, by a link; the link is shown only this once')
    .option('--report <id>', 'the report')
    .option('--live', 'share a page of --project that is always current, in place of a report')
    .option('--project <id>', 'the project of --live')
    .option('--periods <words>', `what readers of --live choose from, ${periodWords}`, collect)
    .option('--own-days', 'readers of --live may name the days themselves')
    .option('--compare <words>', `${compareWords} (previous)`, collect)
    .option('--keep <duration>', 'how old the figures of --live may be, from 15m to 24h (1h)', duration('--keep'))
    .option('--embed-at <origins>', 'whose pages may show --live in a frame, such as https://www.example.com', collect)
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
        kindOf(flags);
        const password = flags.password ? await readPassword('Password for the link: ') : null;
        const options = { password, expiresInMs: flags.expiresIn ?? null, figures: Boolean(flags.figures) };
        const { token, share } = await inFlags(words, () =>
          asOperator(
            db,
            (transaction) => create(transaction, flags, options),
            (created) => tell(flags.live ? 'share.create_live' : 'share.create', created.share),
          ),
        );
        const link = shareLink(guestBaseUrl(config, share.account_id), token);
        print({ link, ...toRow(share) }, Boolean(flags.json));
      }),
    );

  shares
    .command('update')
    .description('change what readers of a page that is always current may choose; the link stays as it is')
    .argument('<id>', 'the share, as list shows it')
    .option('--periods <words>', `what they choose from, ${periodWords}`, collect)
    .option('--own-days', 'they may name the days themselves')
    .option('--no-own-days', 'they may not')
    .option('--compare <words>', compareWords, collect)
    .option('--keep <duration>', 'how old the figures may be, from 15m to 24h', duration('--keep'))
    .option('--embed-at <origins>', 'whose pages may show it in a frame, in place of those before', collect)
    .option('--no-embed-at', "nobody's pages may")
    .option('--json', 'print JSON')
    .action((id: string, flags: LiveFlags & { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const choices = choicesOf(flags);
        if (Object.keys(choices).length === 0) {
          throw new OperatorError(
            'shares update needs something to change: --periods, --own-days, --compare, --keep or --embed-at.',
          );
        }
        const changed = await inFlags(words, () =>
          asOperator(
            db,
            async (transaction) => changeChoices(transaction, await getShare(transaction, id), choices),
            (share) => tell('share.update', share),
          ),
        );
        print(toRow(changed), Boolean(flags.json));
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

async function create(transaction: Queryable, flags: CreateFlags, options: ShareOptions) {
  if (kindOf(flags) === 'report') return createShare(transaction, flags.report ?? '', options);
  const projectId = flags.project ?? '';
  const account_id = await getAccountOfProject(transaction, projectId);
  return createLiveShare(transaction, { id: projectId, account_id }, liveSettings(flags), options);
}

function tell(
  action: string,
  { id, account_id, project_id, report_id, live, expires_at, password_hash, figures }: ShareRow,
) {
  const shared = live === null ? { report_id, figures: figures === 1 } : { project_id, live: JSON.parse(live) };
  const details = { ...shared, expires_at, password: password_hash !== null };
  return { action, accountId: account_id, subject: id, details };
}

/** Without the digests of token and password. */
function toRow(share: ShareRow) {
  return {
    id: share.id,
    kind: share.live === null ? 'report' : 'live',
    account_id: share.account_id,
    project_id: share.project_id,
    report_id: share.report_id,
    state: shareState(share, Date.now()),
    password: share.password_hash !== null,
    figures: share.figures === 1,
    periods: readLiveSettings(share)?.periods.join(',') ?? null,
    created_at: toTimestamp(share.created_at),
    expires_at: toTimestamp(share.expires_at),
    revoked_at: toTimestamp(share.revoked_at),
    view_count: share.view_count,
    last_viewed_at: toTimestamp(share.last_viewed_at),
  };
}
