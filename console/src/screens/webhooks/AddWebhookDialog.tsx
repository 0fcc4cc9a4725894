import { useState } from 'react';
import { type Data, type Input, webhookEventTypes } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, RadioGroup, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ProjectPicker } from '../members/ProjectPicker.tsx';

type Body = Input<'createWebhook'>['body'];
type Type = Body['events'][number];

const signings = ['v1', 'v1a'] as const;
const usual: readonly Type[] = ['generation_job.completed', 'generation_job.blocked', 'generation_job.failed'];

/** Asks where events are sent, then shows the secret. */
export function AddWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { webhooks } = useMessages();
  const [made, setMade] = useState<Data<'createWebhook'>>();
  return (
    <Dialog isOpen title={made ? webhooks.doneTitle : webhooks.add} onClose={onClose}>
      {made ? <MadeSecret made={made} onClose={onClose} /> : <AddForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function AddForm({
  onMade,
  onClose,
}: {
  readonly onMade: (made: Data<'createWebhook'>) => void;
  readonly onClose: () => void;
}) {
  const { webhooks, members, common } = useMessages();
  const [url, setUrl] = useState('');
  const [purpose, setPurpose] = useState('');
  const [events, setEvents] = useState(usual);
  const [projectIds, setProjectIds] = useState<readonly string[] | null>(null);
  const [signing, setSigning] = useState<NonNullable<Body['signing']>>('v1');
  const [isChecked, setChecked] = useState(false);
  const adding = useWrite('createWebhook', { refreshes: ['listWebhooks'], onDone: ({ data }) => onMade(data) });
  const submit = () => {
    setChecked(true);
    const description = purpose.trim() === '' ? null : purpose.trim();
    if (events.length === 0 || projectIds?.length === 0) return;
    const project_ids = projectIds && [...projectIds];
    adding.write({ body: { url: url.trim(), events: [...events], description, project_ids, signing } });
  };
  const faults = fieldFaults(adding.fault);
  return (
    <Form onSubmit={submit} validationErrors={faults}>
      <TextField
        {...{ label: webhooks.address, name: 'url', type: 'url', advice: webhooks.addressAdvice, maxLength: 2_000 }}
        isRequired
        autoFocus
        value={url}
        onChange={setUrl}
      />
      <TextField
        {...{ label: webhooks.purpose, name: 'description', maxLength: 200 }}
        value={purpose}
        onChange={setPurpose}
      />
      <CheckboxGroup
        {...{ label: webhooks.events, name: 'events' }}
        options={webhookEventTypes.map((id) => ({ id, label: webhooks.types[id] }))}
        value={events}
        onChange={setEvents}
        fault={isChecked && events.length === 0 ? webhooks.eventsMissing : undefined}
      />
      <Checkbox isSelected={projectIds !== null} onChange={(isLimited) => setProjectIds(isLimited ? [] : null)}>
        {members.limit}
      </Checkbox>
      {projectIds !== null && <ProjectPicker chosen={projectIds} onChange={setProjectIds} />}
      {isChecked && projectIds?.length === 0 && <Note tone="warning" text={members.chooseProjects} />}
      <RadioGroup
        {...{ label: webhooks.signing, name: 'signing', value: signing, onChange: setSigning }}
        options={signings.map((id) => ({ id, label: webhooks.signings[id], advice: webhooks.signingAdvice[id] }))}
      />
      {adding.fault && Object.keys(faults).length === 0 && <Fault error={adding.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={adding.isPending}>
          {webhooks.add}
        </Button>
      </DialogActions>
    </Form>
  );
}

type Made = Pick<Data<'createWebhook'>, 'secret' | 'public_key'>;

/** What messages are checked with: the secret, shown once, or the public key. */
export function MadeSecret({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { common } = useMessages();
  return (
    <>
      <MadeKey {...made} />
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {common.done}
        </Button>
      </DialogActions>
    </>
  );
}

function MadeKey({ secret, public_key }: Made) {
  const { webhooks } = useMessages();
  if (public_key !== null) {
    return (
      <>
        <CopyField label={webhooks.publicKey} value={public_key} />
        <Note text={webhooks.publicKeyText} />
      </>
    );
  }
  if (secret === null) return <Note tone="warning" text={webhooks.withheld} />;
  return (
    <>
      <CopyField label={webhooks.secret} value={secret} />
      <Note tone="warning" text={webhooks.once} />
    </>
  );
}
