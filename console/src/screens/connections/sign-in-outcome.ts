import type { Messages } from '../../messages/catalog.ts';

interface Outcome {
  readonly status: 'waiting' | 'granted' | 'denied' | 'incomplete' | 'failed' | 'expired';
  readonly message: string | null;
  readonly reason: 'refused' | 'no_client' | 'connection_removed' | null;
}

/** Why nothing was connected, in the reader's words. */
interface NotConnected {
  readonly title: string;
  /** More, where there is more to say. */
  readonly text: string | null;
  /** What the vendor answered, in its own words. */
  readonly answer: string | null;
}

/** Words what came of a sign-in; null while it may still be granted, and where it was. */
export function notConnected(
  { status, message, reason }: Outcome,
  { outcomes, failures }: Messages['connection']['access'],
  vendor: string,
): NotConnected | null {
  if (status === 'waiting' || status === 'granted') return null;
  const text = reason && failures[reason](vendor);
  return { title: outcomes[status], text, answer: status === 'failed' && reason === null ? message : null };
}
