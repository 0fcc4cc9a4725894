import { useMemo, useState } from 'react';
import type { Called, Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { timeZoneOptions } from '../projects/choices.ts';
import { ownZone } from '../schedules/words.ts';

type Settings = Data<'getAlertSettings'>;

/** What is offered to whoever has had no quiet hours. */
const night = { from: '22:00', until: '07:00' };

/** When one wants no messages about incidents. */
export function QuietTimes() {
  const words = useMessages().watches.quiet;
  const read = useRead('getAlertSettings', {});
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Shown read={read} lines={3}>
        {(answer) => <Fields key={answer.etag} read={answer} />}
      </Shown>
    </Card>
  );
}

function Fields({ read: { data: stored, etag } }: { readonly read: Called<'getAlertSettings'> }) {
  const { watches, common } = useMessages();
  const words = watches.quiet;
  const { locale } = useLanguage();
  const [draft, setDraft] = useState<Settings>(stored);
  const { quiet_hours: hours, weekends, time_zone: zone } = draft;
  const zones = useMemo(() => timeZoneOptions(locale, zone), [locale, zone]);
  const { write, isPending, fault } = useWrite('updateAlertSettings', {
    refreshes: ['getAlertSettings'],
    onDone: () => tell(common.saved),
  });
  const faults = fieldFaults(fault);
  const change = (part: Partial<Settings>) => setDraft({ ...draft, ...part });
  /** Nobody has chosen the zone yet that goes with hours which were not there: it is the reader's own. */
  const turn = (isOn: boolean) =>
    change({
      quiet_hours: isOn ? (stored.quiet_hours ?? night) : null,
      ...(isOn && stored.quiet_hours === null && { time_zone: ownZone }),
    });
  return (
    <Form validationErrors={faults} onSubmit={() => write({ body: draft }, etag)}>
      <Checkbox isSelected={weekends} onChange={(isOn) => change({ weekends: isOn, ...withOwnZone(stored) })}>
        {words.weekends}
      </Checkbox>
      <Checkbox isSelected={hours !== null} onChange={turn}>
        {words.hours}
      </Checkbox>
      {hours && (
        <>
          <TextField
            {...{ name: 'quiet_hours.from', type: 'time', label: words.from, isRequired: true, value: hours.from }}
            onChange={(from) => change({ quiet_hours: { ...hours, from } })}
          />
          <TextField
            {...{ name: 'quiet_hours.until', type: 'time', label: words.until, isRequired: true, value: hours.until }}
            onChange={(until) => change({ quiet_hours: { ...hours, until } })}
          />
        </>
      )}
      {(hours || !weekends) && (
        <ComboBox
          {...{ name: 'time_zone', label: words.zone, options: zones, value: zone }}
          onChange={(next) => change({ time_zone: next })}
        />
      )}
      {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
      <Actions>
        <Button type="submit" isPending={isPending}>
          {words.save}
        </Button>
      </Actions>
    </Form>
  );
}

/** The same for weekends, which are those of a zone, too. */
const withOwnZone = ({ quiet_hours, weekends }: Settings) =>
  quiet_hours === null && weekends ? { time_zone: ownZone } : {};
