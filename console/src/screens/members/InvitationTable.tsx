import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Fault } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { Access } from './MemberTable.tsx';
import { useManagedRoles } from './roles.ts';

type Invitation = Data<'listInvitations'>['items'][number];

/** Links that nobody has used yet. */
export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { members } = useMessages();
  const format = useFormat();
  const managed = useManagedRoles();
  const [revoked, setRevoked] = useState<Invitation>();
  return (
    <>
      <Table
        label={members.open.title}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { id: 'person', label: members.person, cell: ({ email }) => email ?? members.open.anybody },
          { id: 'role', label: members.role, keepsWords: true, cell: ({ role }) => members.roles[role] },
          {
            id: 'access',
            label: members.access,
            cell: ({ project_ids, tags }) => <Access ids={project_ids} tags={tags} />,
          },
          { id: 'expires', label: members.open.expires, cell: ({ expires_at }) => format.time(expires_at) },
          {
            ...{ id: 'actions', label: members.open.revoke, isAtEnd: true, hidesLabel: true },
            cell: (invitation) =>
              managed.includes(invitation.role) && (
                <Button
                  look="quiet"
                  aria-label={members.open.revokeTitle(invitation.email ?? members.open.anybody)}
                  onPress={() => setRevoked(invitation)}
                >
                  {members.open.revoke}
                </Button>
              ),
          },
        ]}
      />
      {revoked && <RevokeDialog invitation={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function RevokeDialog({ invitation, onClose }: { readonly invitation: Invitation; readonly onClose: () => void }) {
  const { open } = useMessages().members;
  const revoking = useWrite('revokeInvitation', {
    refreshes: ['listInvitations'],
    onDone: () => {
      onClose();
      tell(open.revoked);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={open.revokeTitle(invitation.email ?? open.anybody)}
      action={open.revoke}
      isPending={revoking.isPending}
      onConfirm={() => revoking.write({ invitation_id: invitation.id })}
      onClose={onClose}
    >
      <p>{open.revokeText}</p>
      {revoking.fault && <Fault error={revoking.fault} />}
    </ConfirmDialog>
  );
}
