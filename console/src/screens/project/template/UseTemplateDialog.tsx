import { useState } from 'react';
import type { Data } from '../../../api/client.ts';
import { useList } from '../../../api/reads.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { ComboBox } from '../../../components/ComboBox.tsx';
import { Dialog, DialogActions } from '../../../components/Dialog.tsx';
import { Checkbox, RadioGroup } from '../../../components/fields.tsx';
import { Form } from '../../../components/Page.tsx';
import { Fault, Note, Shown } from '../../../components/states.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { type Choices, SlotChoices } from './SlotChoices.tsx';
import { useSetTemplate } from './use-template.ts';

type Mode = 'follow' | 'copy';
type Template = Data<'listTemplates'>['items'][number];

interface UseTemplateProps {
  readonly project: Data<'getProject'>;
  readonly etag: string | undefined;
  /** The template that it follows, which is not offered again. */
  readonly current?: string | null;
  readonly onClose: () => void;
}

/** Has a project follow a template, or copies one into it. */
export function UseTemplateDialog({ current, ...props }: UseTemplateProps) {
  const { templates, common } = useMessages();
  const words = templates.project;
  const list = useList('listTemplates', { query: { sort: 'name', direction: 'asc', per_page: 100 } });
  const offered = list.items?.filter(({ id, published }) => published > 0 && id !== current);
  return (
    <Dialog isOpen title={current ? words.another : words.use} onClose={props.onClose}>
      <Shown read={{ ...list, data: offered }} lines={3}>
        {(items) =>
          items.length > 0 ? (
            <UseForm {...props} items={items} />
          ) : (
            <>
              <p>{words.noneYet}</p>
              <DialogActions>
                <Button onPress={props.onClose}>{common.cancel}</Button>
                <ButtonLink to="/templates" look="primary">
                  {templates.title}
                </ButtonLink>
              </DialogActions>
            </>
          )
        }
      </Shown>
    </Dialog>
  );
}

function UseForm({
  project,
  etag,
  items,
  onClose,
}: Omit<UseTemplateProps, 'current'> & { readonly items: readonly Template[] }) {
  const { templates, common } = useMessages();
  const words = templates.project;
  const [templateId, setTemplateId] = useState(items.length === 1 ? (items[0]?.id ?? null) : null);
  const [mode, setMode] = useState<Mode>('follow');
  const [keepsOwn, setKeepsOwn] = useState(false);
  const [choices, setChoices] = useState<Choices>({});
  const [isChecked, setChecked] = useState(false);
  const template = items.find(({ id }) => id === templateId);
  const { write, isPending, fault } = useSetTemplate(() => {
    const name = template?.name ?? '';
    tell(mode === 'follow' ? words.following(name) : words.copied(name));
    onClose();
  });
  const keeps = mode === 'follow' && keepsOwn;
  const submit = () => {
    setChecked(true);
    if (!template) return;
    const body = { template_id: template.id, mode, slots: choices, keep_own: keeps };
    write({ project_id: project.id, body }, etag);
  };
  return (
    <Form onSubmit={submit}>
      <ComboBox
        label={words.title}
        options={items.map(({ id, name, description }) => ({
          ...{ id, label: name },
          ...(description && { advice: description }),
        }))}
        value={templateId}
        onChange={(id) => {
          setTemplateId(id);
          setChoices({});
        }}
        fault={isChecked && !template ? common.choose : undefined}
      />
      <RadioGroup<Mode>
        label={words.mode}
        options={[
          { id: 'follow', label: words.follow, advice: words.followAdvice },
          { id: 'copy', label: words.copy, advice: words.copyAdvice },
        ]}
        value={mode}
        onChange={setMode}
      />
      {template && (
        <SlotChoices
          key={template.id}
          {...{ template, choices }}
          projectId={project.id}
          onChange={(more) => setChoices((before) => ({ ...before, ...more }))}
        />
      )}
      {mode === 'follow' && (
        <Checkbox isSelected={keepsOwn} onChange={setKeepsOwn}>
          {words.keep}
        </Checkbox>
      )}
      {!keeps && <Note tone="warning" text={words.replaces} />}
      {fault && <Fault error={fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={isPending}>
          {words.submit}
        </Button>
      </DialogActions>
    </Form>
  );
}
