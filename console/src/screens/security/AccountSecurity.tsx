import { useState } from 'react';
import type { Called, Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, Select } from '../../components/fields.tsx';
import { Actions, Card, Form, Page } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { KeptReports } from './KeptReports.tsx';
import { idleChoices, longestChoices, timeOptions } from './times.ts';

type Security = Data<'getSecurity'>;

/** What the account asks of the people who work in it: admins see it, owners change it. */
export function AccountSecurity() {
  const isThere = useSession().project_ids === null;
  return useMay('admin') && isThere ? <Demands /> : <NotFound />;
}

function Demands() {
  const { security, common } = useMessages();
  const mayChange = useMay('owner');
  const read = useRead('getSecurity', {});
  return (
    <Page title={security.title} subtitle={security.about}>
      {!mayChange && <Note text={common.readOnly} />}
      <Shown read={read}>{(answer) => <Fields key={answer.etag} read={answer} isReadOnly={!mayChange} />}</Shown>
      <KeptReports isReadOnly={!mayChange} />
    </Page>
  );
}

function Fields({ read, isReadOnly }: { readonly read: Called<'getSecurity'>; readonly isReadOnly: boolean }) {
  const { security: words, common } = useMessages();
  const { data: stored, etag } = read;
  const [draft, setDraft] = useState<Security>(stored);
  const change = (part: Partial<Security>) => setDraft({ ...draft, ...part });
  const { write, isPending, fault, reset } = useWrite('updateSecurity', {
    refreshes: ['getSecurity', 'getSession'],
    onDone: () => tell(common.saved),
  });
  const { allowed_networks: networksFault } = fieldFaults(fault, '', words.rules);
  const changes = changesOf(stored, draft);
  return (
    <Card>
      <Form onSubmit={() => write({ body: changes }, etag)}>
        <Networks
          networks={draft.allowed_networks}
          fault={networksFault}
          isReadOnly={isReadOnly}
          onChange={(allowed_networks) => {
            // A field that is still at fault would not be sent.
            reset();
            change({ allowed_networks });
          }}
        />
        <Time
          label={words.idle}
          choices={idleChoices}
          {...{ value: draft.session_idle_minutes, isReadOnly }}
          onChange={(session_idle_minutes) => change({ session_idle_minutes })}
        />
        <Time
          label={words.longest}
          choices={longestChoices}
          {...{ value: draft.session_longest_minutes, isReadOnly }}
          onChange={(session_longest_minutes) => change({ session_longest_minutes })}
        />
        <Checkbox
          isSelected={draft.require_second_factor}
          isDisabled={isReadOnly}
          onChange={(require_second_factor) => change({ require_second_factor })}
        >
          {words.secondFactor}
        </Checkbox>
        <p>{words.secondFactorAdvice}</p>
        {fault && !networksFault && <Fault error={fault} />}
        {!isReadOnly && (
          <Actions>
            <Button look="primary" type="submit" isPending={isPending} isDisabled={Object.keys(changes).length === 0}>
              {words.save}
            </Button>
          </Actions>
        )}
      </Form>
    </Card>
  );
}

function Networks({
  networks,
  fault,
  isReadOnly,
  onChange,
}: {
  readonly networks: readonly string[];
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (networks: string[]) => void;
}) {
  const { security: words } = useMessages();
  const [typed, setTyped] = useState('');
  if (isReadOnly) {
    return (
      <p>
        {words.networks}: {networks.join(', ') || '–'}
      </p>
    );
  }
  return (
    <TagsField
      label={words.networks}
      advice={words.networksAdvice}
      fault={fault}
      shownLabel={words.chosenNetworks}
      tags={networks}
      typed={typed}
      isTag={(text) => /^[\d.]+(\/\d{1,2})?$|^[\da-f:.]*:[\da-f:.]*(\/\d{1,3})?$/i.test(text)}
      wrong={words.noNetwork}
      onChange={(next, rest) => {
        setTyped(rest);
        onChange([...next]);
      }}
    />
  );
}

function Time({
  label,
  choices,
  value,
  isReadOnly,
  onChange,
}: {
  readonly label: string;
  /** In minutes; the first is what the service does by itself. */
  readonly choices: readonly number[];
  readonly value: number | null;
  readonly isReadOnly: boolean;
  readonly onChange: (minutes: number | null) => void;
}) {
  const { security: words } = useMessages();
  const { locale } = useLanguage();
  const options = timeOptions(locale, choices, value, words.standard);
  return (
    <Select
      label={label}
      options={options}
      value={String(value)}
      isDisabled={isReadOnly}
      onChange={(chosen) => onChange(chosen === 'null' ? null : Number(chosen))}
    />
  );
}

/** The fields that differ, as they are sent. */
function changesOf(stored: Security, now: Security): Partial<Security> {
  const names = Object.keys(now) as (keyof Security)[];
  const differs = (name: keyof Security) => JSON.stringify(now[name]) !== JSON.stringify(stored[name]);
  return Object.fromEntries(names.filter(differs).map((name) => [name, now[name]]));
}
