import { useCallback } from 'react';
import { FileTrigger } from 'react-aria-components';
import { call, type Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Card } from '../../../components/Page.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import styles from '../connections.module.css';
import { SignIn } from '../sign-in.tsx';
import { ConnectionStatus, repairOf } from '../status.tsx';
import { UploadProgress } from '../UploadProgress.tsx';
import { useUpload } from '../upload.ts';
import { useConnectionWrite } from '../warnings.tsx';
import { RenewSecret } from './RenewSecret.tsx';

type Connection = Data<'getConnection'>;

/** Whether it works, and where it does not, what to do about it, in place. */
export function StatusCard({
  connection,
  mayRepair,
}: {
  readonly connection: Connection;
  readonly mayRepair: boolean;
}) {
  const { connection: words, connections } = useMessages();
  const { since } = useFormat();
  const { status, checked_at: checked } = connection;
  const repair = repairOf(connection);
  if (repair === null) {
    return (
      <div className={styles.status}>
        <ConnectionStatus connection={connection} />
        <span className={styles.quiet}>{words.details.healthy(since(checked))}</span>
      </div>
    );
  }
  const isBroken = status !== 'connected';
  return (
    <Card title={isBroken ? words.details.broken : connections.repairs.signIn}>
      <Note
        tone="warning"
        title={connections.statuses[status]}
        text={isBroken && (status === 'reauth_required' ? words.details.reauth : words.details.missing)}
      />
      {mayRepair && <RepairOf connection={connection} />}
    </Card>
  );
}

function RepairOf({ connection }: { readonly connection: Connection }) {
  const { repairs } = useMessages().connections;
  switch (repairOf(connection)) {
    case 'signIn':
      return <SignInAgain connection={connection} />;
    case 'secret':
      return <RenewSecret connection={connection} />;
    case 'upload':
      return <UploadAgain connection={connection} />;
    default: {
      const params = { projectId: connection.project_id };
      return (
        <div>
          <ButtonLink
            look="primary"
            to="/projects/$projectId/connections/new"
            params={params}
            search={{ connection: connection.id }}
          >
            {repairs.choose}
          </ButtonLink>
        </div>
      );
    }
  }
}

/** Tries a connection after it was repaired, and says what came of it. */
function useTry() {
  const { details } = useMessages().connection;
  return useConnectionWrite('verifyConnection', ({ data: { verification } }) => {
    if (verification?.answers) tell(details.repaired);
    else tell(verification?.message ?? '', 'bad');
  });
}

function SignInAgain({ connection }: { readonly connection: Connection }) {
  const { id, system } = connection;
  const systems = useRead('listSystems', {});
  const again = useTry();
  const begin = useCallback(async () => (await call('authorizeConnection', { connection_id: id })).data, [id]);
  const vendor = systems.data?.data.systems.find((each) => each.system === system)?.sign_in;
  if (!systems.data) return null;
  // What is proved by a secret alone is renewed by one.
  if (!vendor) return <RenewSecret connection={connection} />;
  return (
    <>
      <SignIn vendor={vendor} begin={begin} onGranted={() => again.write({ connection_id: id })} />
      {again.fault && <Fault error={again.fault} />}
    </>
  );
}

function UploadAgain({ connection }: { readonly connection: Connection }) {
  const { repairs } = useMessages().connections;
  const again = useTry();
  const path = String(connection.config?.path ?? '');
  const replaced = /^upload:(upl_\w+)$/.exec(path)?.[1];
  const known = useRead('getUpload', { upload_id: replaced ?? '' }, { enabled: replaced !== undefined });
  const point = useConnectionWrite('updateConnection');
  const upload = useUpload(({ path: next }) => {
    if (next === path) again.write({ connection_id: connection.id });
    else point.write({ connection_id: connection.id, body: { config: { ...connection.config, path: next } } });
  });
  const fault = again.fault ?? point.fault;
  return (
    <>
      <div>
        <FileTrigger onSelect={(files) => files?.[0] && upload.start(files[0], known.data && replaced)}>
          <Button look="primary" icon="upload" isPending={again.isPending || point.isPending}>
            {repairs.upload}
          </Button>
        </FileTrigger>
      </div>
      <UploadProgress upload={upload} />
      {fault && <Fault error={fault} />}
    </>
  );
}
