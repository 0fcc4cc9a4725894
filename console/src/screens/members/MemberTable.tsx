import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Menu } from '../../components/Menu.tsx';
import { Badge, Fault } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { ChangeMemberDialog } from './ChangeMemberDialog.tsx';
import styles from './members.module.css';
import { type Member, useManagedRoles } from './roles.ts';

type Act = 'change' | 'signOut' | 'remove';

/** The people of the account, with what one may do about each. */
export function MemberTable({ people }: { readonly people: readonly Member[] }) {
  const { members, common } = useMessages();
  const format = useFormat();
  const { user } = useSession();
  const managed = useManagedRoles();
  const [open, setOpen] = useState<{ readonly act: Act; readonly member: Member }>();
  const close = () => setOpen(undefined);
  const actionsOf = (member: Member) => {
    const begin = (act: Act) => () => setOpen({ act, member });
    const own = member.id === user?.id;
    return [
      { id: 'change', label: members.change.action, icon: 'edit' as const, run: begin('change') },
      ...(own
        ? []
        : [
            { id: 'sign-out', label: members.endSessions.action, icon: 'external' as const, run: begin('signOut') },
            {
              ...{ id: 'remove', label: members.removal.action, icon: 'remove' as const },
              ...{ isDangerous: true, run: begin('remove') },
            },
          ]),
    ];
  };
  return (
    <>
      <Table
        label={members.title}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'person',
            label: members.person,
            cell: (member) => <Person member={member} isSelf={member.id === user?.id} />,
          },
          { id: 'role', label: members.role, keepsWords: true, cell: ({ role }) => members.roles[role] },
          {
            id: 'access',
            label: members.access,
            cell: ({ project_ids, tags }) => <Access ids={project_ids} tags={tags} />,
          },
          { id: 'since', label: members.since, cell: ({ created_at }) => format.day(created_at) },
          {
            ...{ id: 'actions', label: common.change, isAtEnd: true, hidesLabel: true },
            cell: (member) =>
              managed.includes(member.role) && (
                <Menu label={common.actions(member.name)} actions={actionsOf(member)}>
                  <Button look="quiet" icon="more" aria-label={common.actions(member.name)} />
                </Menu>
              ),
          },
        ]}
      />
      {open?.act === 'change' && <ChangeMemberDialog id={open.member.id} name={open.member.name} onClose={close} />}
      {open?.act === 'signOut' && <SignOutDialog member={open.member} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
    </>
  );
}

function Person({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) {
  const { members, directory } = useMessages();
  return (
    <span className={styles.person}>
      <span className={styles.name}>
        {member.name} {isSelf && <Badge tone="accent">{members.you}</Badge>}{' '}
        {member.is_disabled && <Badge tone="warning">{members.disabled}</Badge>}{' '}
        {member.directory && <Badge>{directory.badge}</Badge>}
      </span>
      <span className={styles.more}>{member.email}</span>
    </span>
  );
}

/** The projects that somebody may see, by name as far as the first hundred have it. */
export function Access({ ids, tags }: { readonly ids: readonly string[] | null; readonly tags: readonly string[] }) {
  const { members, labels } = useMessages();
  const read = useRead(
    'listProjects',
    { query: { per_page: 100, sort: 'name', direction: 'asc' } },
    { enabled: Boolean(ids?.length) },
  );
  if (ids === null) return members.allProjects;
  const named = read.data?.data.items.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? [];
  return (
    <span className={styles.person}>
      {(ids.length > 0 || tags.length === 0) && members.someProjects(ids.length)}
      {named.length > 0 && <span className={styles.more}>{named.slice(0, 5).join(' · ')}</span>}
      {tags.length > 0 && labels.limit.have(tags.join(' · '))}
    </span>
  );
}

interface AboutMember {
  readonly member: Member;
  readonly onClose: () => void;
}

function SignOutDialog({ member, onClose }: AboutMember) {
  const { endSessions } = useMessages().members;
  const ending = useWrite('endSessionsOfMember', {
    onDone: ({ data }) => {
      onClose();
      tell(endSessions.done(data.ended));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={endSessions.title(member.name)}
      action={endSessions.action}
      isPending={ending.isPending}
      onConfirm={() => ending.write({ user_id: member.id })}
      onClose={onClose}
    >
      <p>{endSessions.text}</p>
      {ending.fault && <Fault error={ending.fault} />}
    </ConfirmDialog>
  );
}

function RemoveDialog({ member, onClose }: AboutMember) {
  const { removal } = useMessages().members;
  const removing = useWrite('removeMember', {
    refreshes: ['listMembers'],
    onDone: () => {
      onClose();
      tell(removal.done(member.name));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={removal.title(member.name)}
      action={removal.action}
      isPending={removing.isPending}
      onConfirm={() => removing.write({ user_id: member.id })}
      onClose={onClose}
    >
      <p>{removal.text}</p>
      {removing.fault && <Fault error={removing.fault} />}
    </ConfirmDialog>
  );
}
