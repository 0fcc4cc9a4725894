import type { Command } from 'commander';
import { getAccount } from '../domains/accounts/accounts.ts';
import {
  getDelivery,
  listDeliveries,
  resendChoices,
  resendDelivery,
  resendSince,
  sendTest,
  showDelivery,
} from '../domains/webhooks/deliveries.ts';
import { checkAddress } from '../domains/webhooks/endpoint-network.ts';
import {
  addEndpoint,
  changeEndpoint,
  type EndpointRow,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  toEndpoint,
} from '../domains/webhooks/endpoints.ts';
import type { Installation } from '../installation/open-installation.ts';
import { baseUrl } from '../platform/config/config.ts';
import type { Queryable } from '../platform/database/tables.ts';
import { webhookSignings } from '../platform/database/words.ts';
import { eventTypes } from '../platform/events/event-types.ts';
import { asOperator } from './audit.ts';
import type { CommandContext } from './context.ts';
import { collect, oneOf, print, type Row } from './output.ts';

const shownDeliveries = 100;
/** Of an endpoint, what a command prints; the API shows more. */
const shown = ['id', 'url', 'events', 'project_ids', 'enabled', 'off_reason', 'failing_since', 'created_at'] as const;

interface AddFlags {
  account: string;
  url: string;
  events: string[];
  project: string[];
  description?: string;
  signing: EndpointRow['signing'];
  secret?: string;
  json?: boolean;
}

/** Changes an endpoint in a transaction, and says what is printed. */
type Change = (transaction: Queryable, endpoint: EndpointRow, installation: Installation) => Promise<Row>;

export function webhookCommands(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('tell addresses of customers what happens in an account');

  webhooks
    .command('add')
    .description('add an address; the secret that verifies its messages is shown only this once')
    .requiredOption('--account <id>', 'the account whose events are sent')
    .requiredOption('--url <url>', 'where they are sent, by https')
    .requiredOption('--events <types>', `separated by commas: ${eventTypes.join(', ')}`, collect)
    .option('--project <ids>', 'only what belongs to these projects, separated by commas', collect, [])
    .option('--description <text>', 'what it is for')
    .option('--signing <way>', 'v1: HMAC with a secret; v1a: Ed25519', oneOf('--signing', webhookSignings), 'v1')
    .option('--secret <secret>', 'one that you have already: whsec_ and the base64 of 24 to 64 bytes')
    .option('--json', 'print JSON')
    .action((flags: AddFlags) =>
      context.withInstallation(async ({ db, vault, network }) => {
        const { account: accountId, url, project, description = null, signing, secret } = flags;
        const { id } = await getAccount(db, accountId);
        const events = flags.events.map(oneOf('--events', eventTypes));
        await checkAddress(db, network, { account_id: id, made_by: 'operator' }, url);
        const projectIds = project.length === 0 ? null : project;
        const fields = { url, description, events, projectIds, enabled: true, signing, secret };
        const added = await asOperator(
          db,
          (transaction) => addEndpoint(transaction, vault, { ...fields, accountId, madeBy: 'operator' }),
          ({ endpoint }) => told('add', endpoint, { url: new URL(url).origin, events }),
        );
        print(withSecret(added), Boolean(flags.json));
      }),
    );

  webhooks
    .command('list')
    .description('list the addresses of an account')
    .requiredOption('--account <id>', 'the account')
    .option('--json', 'print JSON')
    .action((flags: { account: string; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { id } = await getAccount(db, flags.account);
        print((await listEndpoints(db, id)).map(toRow), Boolean(flags.json));
      }),
    );

  const one = (name: string, verb: string, description: string, change: Change) =>
    webhooks
      .command(name)
      .description(description)
      .argument('<id>', 'the webhook')
      .option('--json', 'print JSON')
      .action((id: string, flags: { json?: boolean }) =>
        context.withInstallation(async (installation) => {
          const { row } = await asOperator(
            installation.db,
            async (transaction) => {
              const endpoint = await getEndpoint(transaction, id);
              return { endpoint, row: await change(transaction, endpoint, installation) };
            },
            ({ endpoint }) => told(verb, endpoint),
          );
          print(row, Boolean(flags.json));
        }),
      );
  const switchTo = (enabled: boolean): Change => {
    return async (transaction, endpoint) =>
      toRow(await changeEndpoint(transaction, endpoint, { enabled }, endpoint.made_by));
  };
  one('enable', 'update', 'send to an address again, also what waited', switchTo(true));
  one('disable', 'update', 'send nothing to an address for now', switchTo(false));
  one('remove', 'remove', 'remove an address; what was not sent yet is not sent', async (transaction, endpoint) => {
    await removeEndpoint(transaction, endpoint.id);
    return toRow(endpoint);
  });
  one(
    'rotate',
    'rotate',
    'give an address a new secret, shown only this once; for 24 hours messages carry both signatures',
    async (transaction, endpoint, { vault }) => withSecret(await rotateSecret(transaction, vault, endpoint)),
  );
  one('test', 'test', 'send a test to an address; the running service sends it', (transaction, endpoint, { config }) =>
    sendTest(transaction, endpoint, `${baseUrl(config)}/manage/v1`).then((row) => showDelivery(transaction, row)),
  );

  webhooks
    .command('deliveries')
    .description(`list the latest ${shownDeliveries} deliveries to an address, newest first`)
    .argument('<id>', 'the webhook')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const endpoint = await getEndpoint(db, id);
        const page = { page: 1, per_page: shownDeliveries, sort: 'created_at', direction: 'desc' } as const;
        print((await listDeliveries(db, endpoint.id, page)).items, Boolean(flags.json));
      }),
    );

  webhooks
    .command('resend')
    .description('send one delivery again, whatever came of it')
    .argument('<delivery>', 'the delivery')
    .option('--json', 'print JSON')
    .action((id: string, flags: { json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { row } = await asOperator(
          db,
          async (transaction) => {
            const endpoint = await getEndpoint(transaction, (await getDelivery(transaction, id)).endpoint_id);
            const delivery = await resendDelivery(transaction, endpoint, id);
            return { endpoint, row: await showDelivery(transaction, delivery) };
          },
          ({ endpoint }) => ({ ...told('resend_delivery', endpoint), subject: id }),
        );
        print(row, Boolean(flags.json));
      }),
    );

  webhooks
    .command('resend-since')
    .description('send again what an address has not got of the events since a time')
    .argument('<id>', 'the webhook')
    .requiredOption('--since <time>', 'such as 2026-11-21T09:30:00Z, within the last 30 days')
    .option('--which <which>', 'failed, or missed: also what was never sent', oneOf('--which', resendChoices), 'missed')
    .option('--json', 'print JSON')
    .action((id: string, flags: { since: string; which: (typeof resendChoices)[number]; json?: boolean }) =>
      context.withInstallation(async ({ db }) => {
        const { since, which } = flags;
        const { result } = await asOperator(
          db,
          async (transaction) => {
            const endpoint = await getEndpoint(transaction, id);
            return { endpoint, result: await resendSince(transaction, endpoint, since, which) };
          },
          ({ endpoint, result }) => told('resend', endpoint, { since, which, resent: result.resent }),
        );
        print(result, Boolean(flags.json));
      }),
    );
}

function told(verb: string, { id, account_id }: EndpointRow, details: Readonly<Record<string, unknown>> = {}) {
  return { action: `webhook.${verb}`, accountId: account_id, subject: id, details };
}

function toRow(endpoint: EndpointRow): Row {
  const all = toEndpoint(endpoint);
  return Object.fromEntries(shown.map((name) => [name, all[name]]));
}

function withSecret({ endpoint, secret }: { readonly endpoint: EndpointRow; readonly secret: string | null }): Row {
  return { secret, public_key: toEndpoint(endpoint).public_key, ...toRow(endpoint) };
}
