import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import { guardOf } from '../webhooks/endpoint-network.ts';
import type { ChannelRow } from './chat-channels.ts';

type System = ChannelRow['system'];
type Owned = Pick<ChannelRow, 'account_id' | 'made_by'>;

const longestUrl = 2_000;
const checkMs = 5_000;

/** Where the chats take messages, with an example for people. */
const hosts: Readonly<
  Record<System, { readonly host: RegExp; readonly path: RegExp; readonly name: string; readonly example: string }>
> = {
  slack: {
    host: /^hooks\.slack(-gov)?\.com$/,
    // Other paths start workflows of Slack, which take messages of another form.
    path: /^\/services\/./,
    name: 'an incoming webhook of Slack',
    example: 'https://hooks.slack.com/services/T…/B…/…',
  },
  teams: {
    host: /^(?:[a-z0-9-]+\.)+(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/,
    path: /^\/./,
    name: 'a webhook of Workflows in Microsoft Teams',
    example: 'https://….powerplatform.com/…/workflows/…',
  },
};

/**
 * Throws a fault of `url` for an address that is none of the chat's: another host, not https. One within the networks that
 * the operator allows may be any, such as a gateway. Nothing is sent.
 */
export async function checkChatAddress(
  db: Queryable,
  network: ConnectionNetwork,
  owned: Owned,
  { system, text }: { readonly system: System; readonly text: string },
): Promise<void> {
  const { host, path, name, example } = hosts[system];
  const fault = (rule: string, message: string) => fieldFault('url', rule, message);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || text.length > longestUrl || url.username || url.password || url.hash) {
    throw fault('url', `The address is that of ${name}, such as ${example}.`);
  }
  if (url.protocol === 'https:' && url.port === '' && host.test(url.hostname)) {
    if (path.test(url.pathname)) return;
    throw fault('url', `This address of ${url.hostname} takes no such messages; use ${name}, such as ${example}.`);
  }
  const guard = await guardOf(db, network, owned, AbortSignal.timeout(checkMs));
  try {
    guard.checkUrl(url);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    // What the guard lets be spoken to by http lies within the allowed networks.
    await guard.addresses({ protocol: 'http:', host: url.hostname.replace(/^\[|\]$/g, ''), port });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const advice = `Use ${name}, such as ${example}; other addresses are taken only within the networks that the operator allows (ALLOWED_NETWORKS).`;
    throw fault('host', `${url.hostname} is not where this chat takes messages. ${advice}`);
  }
}
