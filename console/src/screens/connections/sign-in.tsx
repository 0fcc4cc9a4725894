import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, type Data } from '../../api/client.ts';
import { keyOf } from '../../api/reads.ts';
import { useSession } from '../../api/session.ts';
import { Button, ButtonAddress, ButtonLink } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Actions } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';
import { notConnected } from './sign-in-outcome.ts';
import { vendors } from './systems.ts';

type Begun = Data<'authorizeNewConnection'>;

const shortestMs = 1_000;
const longestMs = 10_000;

/** Signing in at a vendor in a window of its own; `onGranted` is told the connection that has it then. */
export function SignIn({
  vendor,
  begin,
  onGranted,
}: {
  /** Its key, such as `google`. */
  readonly vendor: string;
  /** Asks the service for the address to sign in at. */
  readonly begin: () => Promise<Begun>;
  readonly onGranted: (connectionId: string) => void;
}) {
  const { access } = useMessages().connection;
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const outcome = useOutcome(begun, onGranted);
  const start = async () => {
    // Browsers open a window only while a press is handled, before there is an address.
    const window = globalThis.open('', '_blank', 'popup,width=600,height=760');
    setPending(true);
    setFault(null);
    try {
      const next = await begin();
      setBegun(next);
      setBlocked(window === null);
      if (window && next.url) window.location.href = next.url;
    } catch (error) {
      window?.close();
      setFault(error as Error);
    } finally {
      setPending(false);
    }
  };
  const why = outcome && notConnected(outcome, access, vendors[vendor] ?? vendor);
  const isWaiting = begun !== null && outcome?.status === 'waiting';
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{access.signInText}</p>
      {why && (
        <Note tone="bad" title={why.title} text={why.text}>
          {why.answer !== null && (
            <p lang="en" dir="ltr">
              {why.answer}
            </p>
          )}
        </Note>
      )}
      {fault && <CannotSignIn fault={fault} vendor={vendor} />}
      <Actions>
        <Button look="primary" isPending={isPending} onPress={() => void start()}>
          {access.signInWith(vendors[vendor] ?? vendor)}
        </Button>
      </Actions>
      <div role="status">{isWaiting && <Note text={isBlocked ? access.blocked : access.waiting} />}</div>
      {isWaiting && begun.url && (
        <>
          {isBlocked && (
            <Actions>
              <ButtonAddress href={begun.url} target="_blank" rel="noopener" icon="external">
                {access.openHere}
              </ButtonAddress>
            </Actions>
          )}
          <p className={styles.quiet}>{access.sendLink}</p>
          <CopyField label={access.link} value={begun.url} />
        </>
      )}
    </div>
  );
}

/** Why nobody can sign in: an operator is led to where that is mended, others are told who can. */
function CannotSignIn({ fault, vendor }: { readonly fault: Error; readonly vendor: string }) {
  const { noClient } = useMessages().connection.access;
  const isOperator = useSession().user?.is_operator ?? false;
  const rule = fault instanceof ApiError ? fault.details[0]?.rule : undefined;
  if (rule === 'public_url') return <Note tone="bad" text={noClient.noAddress} />;
  if (rule !== 'client') return <Fault error={fault} />;
  const name = vendors[vendor] ?? vendor;
  return (
    <Note tone="warning" text={isOperator ? noClient.operator(name) : noClient.others(name)}>
      {isOperator && (
        <ButtonLink to="/admin/sign-ins" search={{ vendor }}>
          {noClient.setUp}
        </ButtonLink>
      )}
    </Note>
  );
}

/** Asks what came of a sign-in, ever more rarely, and at once when somebody comes back to this window. */
function useOutcome(begun: Begun | null, onGranted: (connectionId: string) => void) {
  const input = { authorization_id: begun?.id ?? '' };
  const { data } = useQuery({
    queryKey: keyOf('getAuthorization', input),
    queryFn: async ({ signal }) => (await call('getAuthorization', input, { signal })).data,
    enabled: begun !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'waiting'
        ? false
        : Math.min(longestMs, shortestMs * 1.2 ** state.dataUpdateCount),
  });
  const told = useRef('');
  useEffect(() => {
    if (data?.status !== 'granted' || !data.connection_id || told.current === data.id) return;
    told.current = data.id;
    onGranted(data.connection_id);
  }, [data, onGranted]);
  return begun === null ? undefined : data;
}
