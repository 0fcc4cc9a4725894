import {
  ApiError,
  type Called,
  type CallOptions,
  ManagementClient,
  type OperationId,
  type Operations,
} from '../../../client/src/manage/index.ts';
import { base } from './base.ts';
import { askForPassword } from './sign-in-again.ts';

export { ApiError, NetworkError, TimeoutError, webhookEventTypes } from '../../../client/src/manage/index.ts';
export type { Called, CallOptions, OperationId };
export type Input<Id extends OperationId> = Operations[Id]['input'];
export type Data<Id extends OperationId> = Operations[Id]['data'];

type AnyCall = <Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions) => Promise<Called<Id>>;

const client = new ManagementClient({ baseUrl: location.origin + base, maxRetries: 2 });
const callOnce = client.call.bind(client) as AnyCall;

/**
 * Calls an operation of the management API. A session that has ended, or a sign-in that lies too far back, asks for the
 * password in place and then goes on, so that nothing that somebody wrote is lost. Throws what the client throws.
 */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: CallOptions,
): Promise<Called<Id>> {
  try {
    return await callOnce(id, input, options);
  } catch (error) {
    if (!needsPassword(error)) throw error;
    await askForPassword(error.code === 'step_up_required' ? 'confirm' : 'expired', error);
    return callOnce(id, input, options);
  }
}

/** The same without asking: for signing in itself. */
export const callAsIs = callOnce;

/** Whether the service answers so because it wants a (fresh) sign-in. */
export function needsPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === 'step_up_required');
}
