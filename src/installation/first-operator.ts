import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { setupLink } from '../domains/console/mails.ts';
import { inviteFirstOperator, isUntouched } from '../domains/members/first-operator.ts';
import { listensEverywhere } from '../platform/config/config.ts';
import type { Database } from '../platform/database/tables.ts';

/** Somebody who reads along, such as `process.stdout`. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Where nobody has begun, invites the first operator: by a link on a terminal, which no log ever gets, else by naming the
 * command that makes one.
 */
export async function welcomeFirstOperator(
  db: Database,
  baseUrl: string,
  log: Pick<Logger, 'info'>,
  terminals: readonly Terminal[],
): Promise<void> {
  if (!(await isUntouched(db))) return;
  const terminal = terminals.find(({ isTTY }) => isTTY);
  if (!terminal) {
    log.info('nobody signs in here yet; "report-service setup" prints the link by which the first operator does');
    return;
  }
  const token = await inviteFirstOperator(db);
  if (token === undefined) return;
  const hint = tunnelHint(baseUrl);
  terminal.write(
    `\nNobody signs in here yet. Open this link, once and within 48 hours, to begin as the operator:\n  ${setupLink(baseUrl, token)}\n${hint === null ? '' : `${hint}\n`}\n`,
  );
}

/** How somebody at another machine opens a link that only this one can, or null where they just can. */
export function tunnelHint(baseUrl: string): string | null {
  const { protocol, port, hostname: host } = new URL(baseUrl);
  if (protocol === 'https:') return null;
  const own = port || '80';
  return `From another machine, run "ssh -L ${own}:${host}:${own} ${hostname()}" there first, and open the link while it runs.`;
}

/** Where a browser on this machine reaches a service that listens at `url`. */
export function localAddress(url: string): string {
  const address = new URL(url);
  if (listensEverywhere(address.hostname)) address.hostname = 'localhost';
  return address.origin;
}
