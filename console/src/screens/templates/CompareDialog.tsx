import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Select } from '../../components/fields.tsx';
import { Badge, Shown } from '../../components/states.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useMessages } from '../../messages/messages.tsx';
import { fieldNames } from './field-names.ts';
import styles from './templates.module.css';

type Comparison = Data<'compareTemplateRevision'>;

/** How a revision of a template differs from a later one, or from the draft. */
export function CompareDialog({
  template,
  number,
  onClose,
}: {
  readonly template: Data<'getTemplate'>;
  readonly number: number;
  readonly onClose: () => void;
}) {
  const { templates, common } = useMessages();
  const words = templates.revisions;
  const list = useList('listTemplateRevisions', { template_id: template.id });
  const [later, setLater] = useState('draft');
  const read = useRead(
    'compareTemplateRevision',
    { template_id: template.id, revision_number: String(number), query: { with: later } },
    { keepsPrevious: true },
  );
  const laterOnes = list.items?.filter((revision) => revision.number > number) ?? [];
  return (
    <Dialog isOpen title={words.compareTitle(number)} onClose={onClose}>
      <Select
        label={words.with}
        options={[
          { id: 'draft', label: words.draft },
          ...laterOnes.map((revision) => ({ id: String(revision.number), label: templates.revision(revision.number) })),
        ]}
        value={later}
        onChange={setLater}
      />
      <Shown read={read} lines={3}>
        {({ data }) => <Differences comparison={data} />}
      </Shown>
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Differences({ comparison: { sections, slots, fields } }: { readonly comparison: Comparison }) {
  const messages = useMessages();
  const { revisions: words, slots: slotWords } = messages.templates;
  const others = fieldNames(fields, messages);
  if (sections.length + slots.length + others.length === 0) return <p>{words.alike}</p>;
  return (
    <>
      <ul className={styles.rows} aria-label={messages.layout.list.sections}>
        {sections.map(({ change, moved, type, title, before, after, fields: changed }) => (
          <li key={`${before} ${after}`} className={styles.line}>
            {change !== 'same' && <Badge>{words.kinds[change]}</Badge>}
            {moved && <Badge>{words.kinds.moved}</Badge>}
            <strong>{title ?? messages.sections.kinds[type].name}</strong>
            <span className={styles.more}>{changed.map((field) => nameOfField(field, messages)).join(' · ')}</span>
          </li>
        ))}
        {slots.map(({ slot, change, fields: changed }) => (
          <li key={slot} className={styles.line}>
            <Badge>{words.kinds[change]}</Badge>
            <strong>
              {slotWords.title}: <code>{slot}</code>
            </strong>
            <span className={styles.more}>{changed.map((field) => nameOfField(field, messages)).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p>
          {words.elsewhere}: {others.join(' · ')}
        </p>
      )}
    </>
  );
}

/** What the editors call a field of a section or slot. */
function nameOfField(field: string, { sections, templates }: Messages): string {
  const { metrics, breakdown, pairs, series, text, image, channels, goals } = sections;
  const names: Readonly<Record<string, string>> = {
    ...{ title: sections.title, metrics: metrics.label, metric: metrics.one, by: series.by, markdown: text.label },
    ...{ dimension: breakdown.dimension, display: breakdown.display, limit: breakdown.limit, goals: goals.label },
    ...{ secondary_dimension: pairs.secondary, layout: pairs.layout, secondary_limit: pairs.parts.grouped },
    ...{ picture: image.picture, alternative: image.alternative, caption: image.caption, rows: channels.rows },
    ...{ connection_id: templates.editor.source.label, systems: templates.editor.systems },
    ...{ names: templates.editor.names, required: templates.editor.required },
  };
  return names[field] ?? field;
}
