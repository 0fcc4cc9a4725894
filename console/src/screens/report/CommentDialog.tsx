import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useKept } from '../../api/kept.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './report.module.css';
import { type Comments, type Section, useSectionName } from './sections.ts';

interface CommentDialogProps {
  readonly reportId: string;
  readonly section: Section;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

/** Writes the comment on a section; what somebody else has written meanwhile is never lost unseen. */
export function CommentDialog({ reportId, section, onClose, onWritten }: CommentDialogProps) {
  const { common, report } = useMessages();
  const words = report.comments;
  const nameOf = useSectionName();
  const [text, setText] = useKept(`comment:${reportId}:${section.section}`, section.markdown ?? '');
  const { save, theirs, isPending, fault } = useComment(reportId, section, (markdown) => {
    setText(null);
    tell(markdown === null ? words.removed : words.saved);
    onWritten();
  });
  const faults = fieldFaults(fault);
  const hasConflict = theirs !== undefined;
  const close = () => {
    if (text === (section.markdown ?? '')) setText(null);
    onClose();
  };
  const keepTheirs = () => {
    setText(null);
    onClose();
  };
  return (
    <Dialog title={words.writeOn(nameOf(section))} isOpen isWide onClose={close}>
      <Form onSubmit={() => text.trim() !== '' && save(text)} validationErrors={faults} isWide>
        {hasConflict && (
          <Note tone="warning" text={theirs === null ? words.conflictNone : words.conflict}>
            {theirs !== null && <blockquote className={styles.theirs}>{theirs}</blockquote>}
          </Note>
        )}
        <TextArea
          name="markdown"
          label={words.text}
          advice={words.advice}
          isRequired
          autoFocus
          rows={8}
          value={text}
          onChange={setText}
        />
        {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
        <DialogActions>
          {section.markdown !== null && !hasConflict && (
            <Button look="danger" isPending={isPending} onPress={() => save(null)}>
              {words.remove}
            </Button>
          )}
          <Button onPress={hasConflict ? keepTheirs : close}>{hasConflict ? words.keepTheirs : common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {hasConflict ? words.replace : words.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/**
 * Saves a comment unless somebody else has written on the same section meanwhile, whose words are then `theirs`. What they
 * wrote on other sections is no conflict.
 */
function useComment(
  reportId: string,
  { section, markdown: first }: Section,
  onDone: (markdown: string | null) => void,
) {
  const queries = useQueryClient();
  const [base, setBase] = useState(first);
  const [theirs, setTheirs] = useState<string | null>();
  const [isComparing, setComparing] = useState(false);
  const [lost, setLost] = useState<Error | null>(null);
  const textIn = ({ sections }: Comments) => sections.find((each) => each.section === section)?.markdown ?? null;
  const refreshes = ['listComments'] as const;
  const write = useWrite('writeComment', { refreshes, onDone: ({ data }) => onDone(textIn(data)) });
  const compare = async (markdown: string | null) => {
    const { data, etag } = await call('listComments', { report_id: reportId });
    const current = textIn(data);
    if (current === base && current !== markdown) {
      return write.write({ report_id: reportId, body: { section, markdown } }, etag);
    }
    await queries.invalidateQueries({ queryKey: [...refreshes] });
    // Such as one that has arrived though its answer was lost.
    if (current === markdown) return onDone(markdown);
    setBase(current);
    setTheirs(current);
  };
  const save = (markdown: string | null) => {
    setComparing(true);
    setLost(null);
    compare(markdown)
      .catch(setLost)
      .finally(() => setComparing(false));
  };
  return { save, theirs, isPending: isComparing || write.isPending, fault: lost ?? write.fault };
}
