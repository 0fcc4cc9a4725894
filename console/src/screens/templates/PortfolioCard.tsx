import { useState } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { afterChange } from './stale.ts';

type Template = Data<'getTemplate'>;
type Figures = NonNullable<Template['settings']['portfolio']>;

const most = 6;
const prefix = 'slot:';
/** `ads:cost`. */
const nameOf = ({ connection_id, metric }: Figures[number]) => `${connection_id.replace(prefix, '')}:${metric}`;
const figureOf = (name: string) => {
  const [, slot = '', metric = ''] = /^([^:]*):(.*)$/.exec(name) ?? [];
  return { connection_id: prefix + slot, metric };
};

/** The figures that the portfolio shows of projects that follow a template. */
export function PortfolioCard({ template, etag }: { readonly template: Template; readonly etag: string | undefined }) {
  const { portfolio, projects, common } = useMessages();
  const words = portfolio.settings;
  const mayEdit = useMay('editor');
  const stored = template.settings.portfolio?.map(nameOf) ?? [];
  const [draft, setDraft] = useState<{ readonly names: readonly string[]; readonly etag: string | undefined }>();
  const [typed, setTyped] = useState('');
  const { write, isPending, fault, reset } = useWrite('updateTemplate', {
    refreshes: afterChange,
    onDone() {
      leave();
      tell(projects.settings.saved);
    },
  });
  function leave() {
    setDraft(undefined);
    setTyped('');
    reset();
  }
  const names = draft?.names ?? stored;
  const slots = template.slots.map(({ slot }) => slot);
  const isTag = (text: string) => slots.some((slot) => text.startsWith(`${slot}:`) && text.length > slot.length + 1);
  if (!mayEdit) {
    return (
      <Card title={words.title}>
        <p>{stored.length > 0 ? stored.join(', ') : words.ofTemplateAdvice(slots.join(', '))}</p>
      </Card>
    );
  }
  const save = () => {
    const chosen = [...new Set([...names, ...(isTag(typed) ? [typed] : [])])].slice(0, most).map(figureOf);
    const settings = { ...template.settings, portfolio: chosen.length > 0 ? chosen : null };
    write({ template_id: template.id, body: { settings } }, draft?.etag ?? etag);
  };
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  return (
    <Card title={words.title}>
      <Form onSubmit={() => (draft || typed) && !isConflict && save()}>
        <TagsField
          label={words.figures}
          advice={words.ofTemplateAdvice(slots.join(', '))}
          shownLabel={words.figures}
          tags={names}
          typed={typed}
          onChange={(next, text) => {
            setDraft((before) => ({ etag, ...before, names: next.slice(0, most) }));
            setTyped(text);
          }}
          isTag={(text) => names.length < most && isTag(text)}
          wrong={() => words.wrongOfTemplate}
        />
        {isConflict ? (
          <Note tone="warning" text={common.faults.changedMeanwhile}>
            <Button onPress={leave}>{projects.settings.conflict.take}</Button>
          </Note>
        ) : (
          fault && <Fault error={fault} />
        )}
        <Actions>
          <Button type="submit" isPending={isPending} isDisabled={!draft || isConflict}>
            {projects.settings.save}
          </Button>
          {draft && !isConflict && (
            <Button look="quiet" onPress={leave}>
              {projects.settings.discard}
            </Button>
          )}
        </Actions>
      </Form>
    </Card>
  );
}
