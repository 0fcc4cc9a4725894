import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { statusFault } from '../http/status-faults.ts';

/**
 * The bytes behind an address that a vendor gave for a finished report, fetched without any credentials. `word` is the
 * system's, for which the operator may have put another address in place. Throws `transient` for an address that is not
 * `https://`, and for one that has ended; more than the context allows is `invalid_config`.
 */
export async function downloadReport(address: string, word: string, context: ConnectorContext): Promise<Buffer> {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw noAddress();
  const headers = { 'user-agent': 'report-service' };
  const response = await context.fetch(context.addressOf(word, url), { headers, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    const { retryAfterMs } = statusFault(response, '');
    const message = `The finished report cannot be fetched (${response.status}).`;
    throw new ConnectorError('transient', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  try {
    return Buffer.from(await response.arrayBuffer());
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause;
    throw new ConnectorError('transient', 'The finished report broke off.', { cause });
  }
}

function noAddress(): ConnectorError {
  return new ConnectorError('transient', 'The address of the finished report is none to fetch from.');
}
