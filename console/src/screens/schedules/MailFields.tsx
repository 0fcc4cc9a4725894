import { TextArea, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { OwnOptionFields } from './OwnOptionFields.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import styles from './schedules.module.css';

/** What the e-mails of a schedule are besides their report, folded away as long as nobody asks for it. */
export function MailFields({
  draft,
  onChange,
}: {
  readonly draft: ScheduleDraft;
  readonly onChange: (changes: Partial<ScheduleDraft>) => void;
}) {
  const { mail } = useMessages().deliveries;
  return (
    <details className={styles.fold}>
      <summary>{mail.more}</summary>
      <div className={styles.folded}>
        <TextField
          name="subject"
          label={mail.subject}
          advice={mail.placeholders}
          maxLength={200}
          value={draft.subject ?? ''}
          onChange={(subject) => onChange({ subject: subject || null })}
        />
        <TextArea
          name="message"
          label={mail.message}
          maxLength={5_000}
          value={draft.message ?? ''}
          onChange={(message) => onChange({ message: message || null })}
        />
        <div className={styles.pair}>
          <TextField
            name="reply_to"
            type="email"
            label={mail.replyTo}
            value={draft.reply_to ?? ''}
            onChange={(address) => onChange({ reply_to: address || null })}
          />
          <TextField
            name="sender_name"
            label={mail.senderName}
            maxLength={100}
            value={draft.sender_name ?? ''}
            onChange={(name) => onChange({ sender_name: name || null })}
          />
        </div>
        <TextField name="cc" label={mail.cc} value={draft.copies} onChange={(copies) => onChange({ copies })} />
        <TextField
          name="bcc"
          label={mail.bcc}
          value={draft.blindCopies}
          onChange={(blindCopies) => onChange({ blindCopies })}
        />
        <OwnOptionFields draft={draft} onChange={onChange} />
      </div>
    </details>
  );
}
