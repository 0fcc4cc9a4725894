import type { Data } from '../../api/client.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

export type Connection = Data<'listConnections'>['items'][number];

const tones = { connected: 'good', reauth_required: 'bad', resource_missing: 'warning' } as const satisfies Record<
  Connection['status'],
  Tone
>;
const soonMs = 14 * 24 * 60 * 60 * 1000;

/** Whether somebody has to sign in again before long. */
function endsSoon({ sign_in_ends_at: ends }: Connection): boolean {
  return ends !== null && Date.parse(ends) - Date.now() < soonMs;
}

/** The state of a connection in a word or two. */
export function ConnectionStatus({ connection }: { readonly connection: Connection }) {
  const { connections } = useMessages();
  const { since } = useFormat();
  const { status, sign_in_ends_at: ends } = connection;
  if (status === 'connected' && ends !== null && endsSoon(connection)) {
    return <Badge tone="warning">{connections.signInEnds(since(ends))}</Badge>;
  }
  return <Badge tone={tones[status]}>{connections.statuses[status]}</Badge>;
}

export type Repair = 'signIn' | 'secret' | 'upload' | 'choose';

/** What somebody has to do so that a connection works again; null where it works. */
export function repairOf(connection: Connection): Repair | null {
  const { status, grant_id, system, has_secret } = connection;
  if (status === 'connected') return endsSoon(connection) ? 'signIn' : null;
  if (status === 'reauth_required') return grant_id === null && has_secret ? 'secret' : 'signIn';
  return system === 'file' && !has_secret ? 'upload' : 'choose';
}

/** Leads to where a connection is repaired, if it has to be. */
export function RepairLink({ connection }: { readonly connection: Connection }) {
  const { repairs } = useMessages().connections;
  const repair = repairOf(connection);
  if (repair === null) return null;
  return (
    <ButtonLink to="/connections/$connectionId" params={{ connectionId: connection.id }}>
      {repairs[repair]}
    </ButtonLink>
  );
}
