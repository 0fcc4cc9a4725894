import { Button } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { DialogActions } from '../../components/Dialog.tsx';
import { Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

/** The link of an invitation, which is shown once; `text` says how it comes to the one who is invited. */
export function InvitationLink({
  url,
  until,
  text,
  onClose,
}: {
  /** Null where it has been shown already. */
  readonly url: string | null;
  readonly until: string;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const { members, common } = useMessages();
  const format = useFormat();
  const { invite } = members;
  return (
    <>
      {url === null ? (
        <Note tone="warning" text={invite.withheld} />
      ) : (
        <>
          <p>{text}</p>
          <CopyField label={invite.link} value={new URL(url, location.origin).href} />
          <Note text={invite.once(format.time(until))} />
        </>
      )}
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {common.done}
        </Button>
      </DialogActions>
    </>
  );
}
