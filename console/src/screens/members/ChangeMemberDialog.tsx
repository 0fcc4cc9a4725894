import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { lacksProjects, RightsFields, rightsBody } from './RightsFields.tsx';
import type { Member } from './roles.ts';

interface ChangeProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Decides what a member may do. */
export function ChangeMemberDialog(props: ChangeProps) {
  const { change } = useMessages().members;
  const read = useRead('getMember', { user_id: props.id });
  return (
    <Dialog isOpen title={change.title(props.name)} onClose={props.onClose}>
      <Shown read={read}>
        {({ data, etag }) => (
          <ChangeForm key={etag} {...props} member={data} etag={etag} onAgain={() => void read.refetch()} />
        )}
      </Shown>
    </Dialog>
  );
}

function ChangeForm({
  name,
  member,
  etag,
  onClose,
  onAgain,
}: ChangeProps & { readonly member: Member; readonly etag: string | undefined; readonly onAgain: () => void }) {
  const { members, labels, common, directory } = useMessages();
  const [rights, setRights] = useState({
    role: member.role,
    projectIds: member.project_ids as readonly string[] | null,
    tags: member.tags as readonly string[],
  });
  const [isMissing, setMissing] = useState(false);
  const groups = member.directory?.groups ?? [];
  const changing = useWrite('updateMember', {
    refreshes: ['getMember', 'listMembers'],
    onDone: () => {
      onClose();
      tell(members.change.done(name));
    },
  });
  const submit = () => {
    setMissing(lacksProjects(rights));
    if (!lacksProjects(rights)) changing.write({ user_id: member.id, body: rightsBody(rights) }, etag);
  };
  return (
    <Form onSubmit={submit}>
      {groups.length > 0 && <Note tone="warning" text={directory.givenBy(groups.join(', '))} />}
      <RightsFields
        rights={rights}
        onChange={setRights}
        fault={isMissing && lacksProjects(rights) ? labels.limit.choose : undefined}
      />
      <Note text={members.change.signsOut} />
      {changing.fault && <Fault error={changing.fault} onRetry={onAgain} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={changing.isPending}>
          {members.change.submit}
        </Button>
      </DialogActions>
    </Form>
  );
}
