import { useState } from 'react';
import type { Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Button } from '../../../components/Button.tsx';
import { fieldFaults } from '../../../components/faults.ts';
import { Actions, Form } from '../../../components/Page.tsx';
import { Fault, Shown } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { SecretForm } from '../SecretForm.tsx';
import { prunedValues, type Schema, type Values } from '../schema.ts';
import { useConnectionWrite } from '../warnings.tsx';

/** Takes a new secret in place of the one that was refused. */
export function RenewSecret({
  connection,
  onDone,
}: {
  readonly connection: Data<'getConnection'>;
  readonly onDone?: () => void;
}) {
  const { connection: words, connections } = useMessages();
  const systems = useRead('listSystems', {});
  const [secret, setSecret] = useState<Values | null>({});
  const update = useConnectionWrite('updateConnection', ({ data: { verification } }) => {
    if (verification?.answers) tell(words.details.repaired);
    else tell(verification?.message ?? '', 'bad');
    onDone?.();
  });
  const renew = () =>
    update.write({
      connection_id: connection.id,
      body: { secret: secret === null ? null : prunedValues(secret) },
    });
  return (
    <Shown read={systems} lines={2}>
      {({ data }) => (
        <Form onSubmit={renew} validationErrors={fieldFaults(update.fault)}>
          <SecretForm
            schema={(data.systems.find(({ system }) => system === connection.system)?.secret ?? null) as Schema | null}
            system={connection.system}
            value={secret}
            onChange={setSecret}
          />
          {update.fault && <Fault error={update.fault} />}
          <Actions>
            <Button type="submit" look="primary" isPending={update.isPending}>
              {connections.repairs.secret}
            </Button>
          </Actions>
        </Form>
      )}
    </Shown>
  );
}
