import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './audit.module.css';
import { actionOf, actorOf, doorOf, type Entry, useRecorded } from './wording.ts';

/** All that was recorded of one change. */
export function AuditDetails({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { audit, common } = useMessages();
  const format = useFormat();
  const recorded = useRecorded(entry);
  const facts = [
    { name: audit.who, value: actorOf(entry, audit) },
    { name: audit.when, value: format.time(entry.at) },
    { name: audit.where, value: [doorOf(entry, audit), entry.address].filter(Boolean).join(' · ') || '–' },
    ...(entry.subject_name === null ? [] : [{ name: common.name, value: entry.subject_name }]),
    ...recorded,
    { name: audit.number, value: entry.subject },
    { name: audit.code, value: entry.action },
  ];
  return (
    <Dialog isOpen title={actionOf(entry, audit)} onClose={onClose} closesOutside>
      <dl className={styles.details}>
        {facts.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts never move, and two may have one name.
          <Fact key={index} name={name} value={value} />
        ))}
      </dl>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
