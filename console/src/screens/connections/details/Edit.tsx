import { type ReactNode, useState } from 'react';
import { ApiError, type Called } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Button } from '../../../components/Button.tsx';
import { fieldFaults } from '../../../components/faults.ts';
import { Actions, Form } from '../../../components/Page.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Values } from '../schema.ts';
import { useConnectionWrite } from '../warnings.tsx';

type Change = { readonly config?: Record<string, unknown>; readonly name?: string; readonly secret?: Values | null };

/** A form that changes a connection; when somebody else was faster, it asks whose version is to stay. */
export function Edit({
  read,
  changes,
  onClose,
  onTheirs,
  children,
}: {
  readonly read: Called<'getConnection'>;
  /** What is sent, made when the form is. */
  readonly changes: () => Change;
  readonly onClose: () => void;
  /** Takes over what somebody else has made of it. */
  readonly onTheirs?: (connection: Called<'getConnection'>['data']) => void;
  readonly children: ReactNode;
}) {
  const { common, connection } = useMessages();
  const { id } = read.data;
  const [etag] = useState(read.etag);
  const latest = useRead('getConnection', { connection_id: id });
  const update = useConnectionWrite('updateConnection', ({ data: { verification } }) => {
    tell(
      verification && !verification.answers ? verification.message : common.saved,
      verification && !verification.answers ? 'bad' : 'good',
    );
    onClose();
  });
  const { fault } = update;
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const send = (ifMatch: string | undefined) => update.write({ connection_id: id, body: changes() }, ifMatch);
  const showTheirs = async () => {
    const answer = await latest.refetch();
    if (answer.data) onTheirs?.(answer.data.data);
    onClose();
  };
  return (
    <Form onSubmit={() => send(etag)} validationErrors={fieldFaults(fault)}>
      {children}
      {isConflict ? (
        <Note tone="bad" title={connection.details.conflict} text={connection.details.conflictText}>
          <Actions>
            <Button onPress={() => void showTheirs()}>{connection.details.theirs}</Button>
            <Button onPress={() => send(undefined)}>{connection.details.mine}</Button>
          </Actions>
        </Note>
      ) : (
        fault && <Fault error={fault} />
      )}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="primary" isPending={update.isPending}>
          {common.save}
        </Button>
      </Actions>
    </Form>
  );
}
