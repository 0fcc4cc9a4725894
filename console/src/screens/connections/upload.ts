import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pathOfService } from '../../api/base.ts';
import { ApiError, type Data, NetworkError, needsPassword } from '../../api/client.ts';
import { askForPassword } from '../../api/sign-in-again.ts';

export type Upload = Data<'listUploads'>['items'][number];

interface Sending {
  readonly file: File;
  /** The upload whose place it takes. */
  readonly replaces?: string | undefined;
  readonly key: string;
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

interface Body {
  readonly data?: Upload;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: ApiError['details'] };
  readonly meta?: { readonly request_id?: string };
}

/** Sends a file; `fetch` would not tell how far it is. Rejects with the signal's reason when it is aborted. */
function sendOnce({ file, replaces, key, onProgress, signal }: Sending): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>();
  const request = new XMLHttpRequest();
  const path = replaces === undefined ? '/manage/v1/uploads' : `/manage/v1/uploads/${encodeURIComponent(replaces)}`;
  request.open(replaces === undefined ? 'POST' : 'PUT', `${pathOfService(path)}?name=${encodeURIComponent(file.name)}`);
  request.responseType = 'json';
  request.setRequestHeader('content-type', 'application/octet-stream');
  if (replaces === undefined) request.setRequestHeader('idempotency-key', key);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onerror = () => reject(new NetworkError('The connection was lost.'));
  request.onabort = () => reject(signal.reason);
  request.onload = () => {
    const body = (request.response ?? {}) as Body;
    if (request.status < 300 && body.data) resolve(body.data);
    else reject(faultOf(request.status, body));
  };
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}

function faultOf(status: number, { error, meta }: Body): ApiError {
  const { code = 'unexpected_response', message = `The service answered ${status}.`, details = [] } = error ?? {};
  return new ApiError({ ...{ status, code, message, details }, requestId: meta?.request_id, retryAfterMs: undefined });
}

async function send(sending: Sending): Promise<Upload> {
  try {
    return await sendOnce(sending);
  } catch (error) {
    if (!needsPassword(error)) throw error;
    await askForPassword('expired', error);
    return sendOnce(sending);
  }
}

/** Uploading one file at a time, with how far it is; it ends with the screen. `replaces` is what it takes the place of. */
export function useUpload(onDone: (upload: Upload, file: File) => void) {
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const [state, setState] = useState<{ file: File; share: number } | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File, replaces?: string) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setState({ file, share: 0 });
    const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('');
    const onProgress = (share: number) => setState({ file, share });
    try {
      const upload = await send({ file, replaces, key, onProgress, signal: controller.signal });
      await queries.invalidateQueries({ queryKey: ['listUploads'] });
      onDone(upload, file);
    } catch (error) {
      if (!controller.signal.aborted) setFault(error as Error);
    } finally {
      running.current = null;
      if (!controller.signal.aborted) setState(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState(null);
  };
  return { start: (file: File, replaces?: string) => void start(file, replaces), cancel, sending: state, fault };
}
