import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { refreshed } from '../watches/refreshed.ts';

/** Asks until when an incident is put off, in the reader's time. */
export function SnoozeDialog({ incidentId, onClose }: { readonly incidentId: string; readonly onClose: () => void }) {
  const { watches, common } = useMessages();
  const [until, setUntil] = useState(tomorrowMorning);
  const { write, isPending, fault } = useWrite('snoozeIncident', { refreshes: refreshed, onDone: onClose });
  const faults = fieldFaults(fault);
  const instant = new Date(until);
  const save = () => {
    if (Number.isNaN(instant.getTime())) return;
    write({ incident_id: incidentId, body: { until: instant.toISOString() } });
  };
  return (
    <Dialog isOpen title={watches.snooze} onClose={onClose}>
      <p>{watches.snoozeText}</p>
      <Form validationErrors={faults} onSubmit={save}>
        <TextField
          {...{ name: 'until', type: 'datetime-local', label: watches.snoozeUntil, isRequired: true }}
          value={until}
          onChange={setUntil}
        />
        {fault && !faults.until && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {watches.snooze}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Nine o'clock of the next day, as the field writes it. */
function tomorrowMorning(): string {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  const part = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}T09:00`;
}
