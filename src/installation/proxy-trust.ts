import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { findMark, forgetMark, setMark } from '../platform/database/marks.ts';
import type { Database } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';

const mark = 'untrusted_proxy';
const advice = 'set TRUST_PROXY to the number of proxies, such as 1, or to their addresses, and restart the service';

/** Notes an untrusted proxy for `doctor`, which runs in another process, until a service starts again. */
export function proxyTrust(db: Database, log: Pick<Logger, 'warn'>) {
  return {
    begin: () => forgetMark(db, mark),
    found(address: string): void {
      log.warn({ proxy: address }, `requests come by https through a proxy that is not trusted; ${advice}`);
      setMark(db, mark, address).catch((error) => log.warn(error, 'the untrusted proxy could not be noted'));
    },
  };
}

/** What is set that cannot work behind a proxy, or null; known without any request. */
export function proxyFault({ publicUrl, trustProxy }: Config): string | null {
  if (publicUrl?.startsWith('https:') && trustProxy === false) {
    return `PUBLIC_URL is https, so a proxy stands before the service, but none is trusted: its address counts as that of every client; ${advice}`;
  }
  if (publicUrl === null && trustProxy !== false) {
    return 'TRUST_PROXY names a proxy, but PUBLIC_URL is not set: links lead to where the service listens; set it to the address that people open';
  }
  return null;
}

/** For `doctor`. */
export async function checkProxy(db: Database, config: Config) {
  const address = await findMark(db, mark);
  if (address !== undefined) {
    throw new OperatorError(`requests come by https through ${address}, which is not trusted; ${advice}.`);
  }
  const fault = proxyFault(config);
  if (fault !== null) throw new OperatorError(`${fault}.`);
  return [
    config.publicUrl === null ? 'no PUBLIC_URL: people open it on this machine' : config.publicUrl,
    null,
  ] as const;
}
