import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { actorOf } from '../audit/wording.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { afterChange } from './stale.ts';
import styles from './templates.module.css';

interface RevisionsProps {
  readonly template: Data<'getTemplate'>;
  readonly etag: string | undefined;
}

/** What was published, the newest first, each to be brought back. */
export function Revisions({ template, etag }: RevisionsProps) {
  const { templates } = useMessages();
  const list = useList('listTemplateRevisions', { template_id: template.id });
  const mayEdit = useMay('editor');
  const [asked, setAsked] = useState<number>();
  const [compared, setCompared] = useState<number>();
  return (
    <Card title={templates.revisions.title}>
      <Shown read={{ ...list, data: list.items }} lines={2}>
        {(items) => (
          <ol className={styles.rows} reversed>
            {items.map((revision) => {
              const isCurrent = revision.number === template.published;
              return (
                <li key={revision.number} value={revision.number} className={styles.row}>
                  <RevisionWords revision={revision} isCurrent={isCurrent} />
                  {(!isCurrent || template.has_changes) && (
                    <Button look="quiet" onPress={() => setCompared(revision.number)}>
                      {templates.revisions.compare}{' '}
                      <span className="unseen">{templates.revision(revision.number)}</span>
                    </Button>
                  )}
                  {mayEdit && (!isCurrent || template.has_changes) && (
                    <Button look="quiet" icon="undo" onPress={() => setAsked(revision.number)}>
                      {templates.revisions.back} <span className="unseen">{templates.revision(revision.number)}</span>
                    </Button>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </Shown>
      <More list={list} />
      {compared !== undefined && (
        <CompareDialog template={template} number={compared} onClose={() => setCompared(undefined)} />
      )}
      {asked !== undefined && (
        <BringBackDialog {...{ template, etag }} number={asked} onClose={() => setAsked(undefined)} />
      )}
    </Card>
  );
}

function RevisionWords({
  revision: { number, published_at, published_by, published_by_name },
  isCurrent,
}: {
  readonly revision: Data<'listTemplateRevisions'>['items'][number];
  readonly isCurrent: boolean;
}) {
  const { templates, audit } = useMessages();
  const format = useFormat();
  const who = actorOf({ actor: published_by, actor_name: published_by_name }, audit);
  return (
    <span className={styles.line}>
      <strong>{templates.revision(number)}</strong>
      <span className={styles.more}>
        <time dateTime={published_at}>{format.time(published_at)}</time> · <bdi>{who}</bdi>
      </span>
      {isCurrent && <Badge tone="good">{templates.revisions.current}</Badge>}
    </span>
  );
}

function BringBackDialog({
  template,
  etag,
  number,
  onClose,
}: RevisionsProps & { readonly number: number; readonly onClose: () => void }) {
  const words = useMessages().templates.revisions;
  const { write, isPending, fault } = useWrite('restoreTemplateRevision', {
    refreshes: afterChange,
    onDone() {
      tell(words.done(number));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={words.backTitle(number)}
      action={words.back}
      isPending={isPending}
      onConfirm={() => write({ template_id: template.id, revision_number: String(number) }, etag)}
      onClose={onClose}
    >
      <p>{words.backText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}
