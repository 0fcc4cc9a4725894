import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { countOf, type Selection } from '../projects/selection.ts';
import { ActionFields, firstValues } from './ActionFields.tsx';
import { type BulkAction, bodyOf, type Parameters } from './actions.ts';

interface BulkDialogProps {
  readonly action: BulkAction;
  readonly selection: Selection;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for what an action takes, starts it for the ticked projects and shows how far it is. */
export default function BulkDialog({ action, selection, onClose, onDone }: BulkDialogProps) {
  const { bulk, common } = useMessages();
  const { locale: language } = useLanguage();
  const navigate = useNavigate();
  const [values, setValues] = useState<Parameters | null>(() => firstValues(action, language));
  const { write, isPending, fault } = useWrite('createBulkJob', {
    refreshes: ['listBulkJobs'],
    onDone({ data }) {
      tell(bulk.started);
      onClose();
      onDone();
      void navigate({ to: '/bulk-jobs/$bulkJobId', params: { bulkJobId: data.id } });
    },
  });
  const faults = fieldFaults(fault, 'action.');
  return (
    <Dialog isOpen title={bulk.actions[action]} onClose={onClose}>
      <Form validationErrors={faults} onSubmit={() => values && write({ body: bodyOf(action, values, selection) })}>
        <ActionFields action={action} values={values} onChange={setValues} faults={faults} />
        {fault && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            look={action === 'archive' ? 'danger' : 'primary'}
            isPending={isPending}
            isDisabled={values === null}
          >
            {bulk.start(countOf(selection))}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
