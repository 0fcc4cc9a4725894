import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { CommentDialog } from './CommentDialog.tsx';
import { CommentText } from './CommentText.tsx';
import styles from './report.module.css';
import { type Comments, type Section, useSectionName } from './sections.ts';

interface CommentsProps {
  readonly comments: Comments;
  readonly onWritten: (section: number) => void;
}

/** What is said about each section, and the way to say it. */
export function CommentList({ comments, onWritten }: CommentsProps) {
  const { comments: words } = useMessages().report;
  const mayEdit = useMay('editor');
  const [open, setOpen] = useState<Section | null>(null);
  const sections = comments.sections.filter(({ type, markdown }) => type !== 'page_break' && (mayEdit || markdown));
  return (
    <Card title={words.title}>
      <p className={styles.small}>{sections.length === 0 ? words.none : mayEdit && words.hint}</p>
      <ul className={styles.list}>
        {sections.map((section) => (
          <Comment key={section.section} section={section} {...(mayEdit && { onEdit: () => setOpen(section) })} />
        ))}
      </ul>
      {open && (
        <CommentDialog
          reportId={comments.report_id}
          section={open}
          onClose={() => setOpen(null)}
          onWritten={() => {
            setOpen(null);
            onWritten(open.section);
          }}
        />
      )}
    </Card>
  );
}

function Comment({ section, onEdit }: { readonly section: Section; readonly onEdit?: () => void }) {
  const { comments: words } = useMessages().report;
  const { since } = useFormat();
  const nameOf = useSectionName();
  const { markdown, blocks, author_name, written_at } = section;
  const name = nameOf(section);
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <strong>{name}</strong>
        {blocks !== null && <CommentText blocks={blocks} />}
        {written_at !== null && (
          <span className={styles.small}>
            {author_name !== null && (
              <>
                <bdi>{author_name}</bdi> ·{' '}
              </>
            )}
            {words.writtenAt(since(written_at))}
          </span>
        )}
      </div>
      {onEdit && (
        <Button
          look="quiet"
          icon={markdown === null ? 'add' : 'edit'}
          aria-label={`${markdown === null ? words.write : words.edit}: ${name}`}
          onPress={onEdit}
        />
      )}
    </li>
  );
}
