import { pathOfService } from './base.ts';
import { ApiError } from './client.ts';
import { askForPassword } from './sign-in-again.ts';

/**
 * Has the browser save a file of the service under the name that the service gives it. Asks first whether it is there, so
 * that a fault is told in place; throws ApiError, with the status 410 for a file that is gone.
 */
export async function saveFile(path: string): Promise<void> {
  await checkFile(path);
  const link = document.createElement('a');
  link.href = pathOfService(path);
  link.download = '';
  link.click();
}

/** Whether a file or page of the service is there, which is then true; throws ApiError. */
export async function checkFile(path: string): Promise<true> {
  // A redirect leads to the object store, which has the file and may not be asked from here.
  const { ok, type, status, headers } = await fetch(pathOfService(path), { method: 'HEAD', redirect: 'manual' });
  if (ok || type === 'opaqueredirect') return true;
  const requestId = headers.get('x-request-id') ?? undefined;
  const fault = { code: 'unexpected_response', message: '', details: [], requestId, retryAfterMs: undefined };
  const error = new ApiError({ status, ...fault });
  if (status !== 401) throw error;
  await askForPassword('expired', error);
  return checkFile(path);
}

/** Has the browser save a text of this page as a file. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}
