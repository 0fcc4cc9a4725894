import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Checkbox } from '../../components/fields.tsx';
import { Card } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { GivenRightsForm } from './GivenRightsForm.tsx';
import { type DirectoryData, type DraftRights, givenBody } from './given-rights.ts';
import { Access } from './MemberTable.tsx';
import styles from './members.module.css';

/** What people may do who are in no group with a role. */
export function UsualRole({ data }: { readonly data: DirectoryData }) {
  const { directory, members } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={directory.usual}
      actions={
        <Button onPress={() => setOpen(true)}>
          {directory.change} <span className="unseen">{directory.usual}</span>
        </Button>
      }
    >
      <p>{directory.usualText}</p>
      <p className={styles.person}>
        <strong>{members.roles[data.role]}</strong>
        <Access ids={data.project_ids} tags={data.tags} />
      </p>
      {isOpen && <UsualDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}

function UsualDialog({ onClose }: { readonly onClose: () => void }) {
  const { directory } = useMessages();
  const read = useRead('getDirectory', {});
  return (
    <Dialog isOpen title={directory.usual} onClose={onClose}>
      <Shown read={read}>
        {({ data, etag }) => (
          <UsualForm key={etag} data={data} etag={etag} onClose={onClose} onAgain={() => void read.refetch()} />
        )}
      </Shown>
    </Dialog>
  );
}

function UsualForm({
  data,
  etag,
  onClose,
  onAgain,
}: {
  readonly data: DirectoryData;
  readonly etag: string | undefined;
  readonly onClose: () => void;
  readonly onAgain: () => void;
}) {
  const { directory } = useMessages();
  const [sends_mail, setSendsMail] = useState(data.sends_mail);
  const changing = useWrite('updateDirectory', {
    refreshes: ['getDirectory'],
    onDone: () => {
      onClose();
      tell(directory.usualDone);
    },
  });
  const change = (rights: DraftRights) => {
    const { role, ...limit } = givenBody(rights);
    if (role !== null) changing.write({ body: { role, ...limit, sends_mail } }, etag);
  };
  return (
    <GivenRightsForm
      {...{ given: data, action: directory.change, writing: changing, onAgain, onClose }}
      onSubmit={change}
    >
      <Checkbox isSelected={sends_mail} onChange={setSendsMail}>
        {directory.sendsMail} <span className={styles.more}>{directory.sendsMailAdvice}</span>
      </Checkbox>
    </GivenRightsForm>
  );
}
