import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberTable } from './MemberTable.tsx';
import styles from './members.module.css';
import { OwnDirectory } from './OwnDirectory.tsx';

/** Who may do what in the account, and who is invited. */
export function Members() {
  const isThere = useSession().project_ids === null;
  return useMay('admin') && isThere ? <People /> : <NotFound />;
}

/** Where people and groups come from, for owners. */
export function Directory() {
  return useMay('owner') ? <OwnDirectory /> : <NotFound />;
}

function People() {
  const { members, directory } = useMessages();
  const { plan } = useSession();
  const isOwner = useMay('owner');
  const [isInviting, setInviting] = useState(false);
  const people = useList('listMembers', { query: { sort: 'name', direction: 'asc' } });
  const invitations = useList('listInvitations', {});
  const limit = plan?.max_members ?? null;
  const isFull = limit !== null && (people.total ?? 0) + (invitations.total ?? 0) >= limit;
  return (
    <Page
      title={members.title}
      subtitle={members.subtitle}
      actions={
        <>
          {isOwner && <ButtonLink to="/members/directory">{directory.title}</ButtonLink>}
          {!isFull && (
            <Button look="primary" icon="add" onPress={() => setInviting(true)}>
              {members.invite.action}
            </Button>
          )}
        </>
      }
    >
      {isFull && (
        <Note text={members.planFull(limit)}>
          <TextLink to="/usage">{members.toPlan}</TextLink>
        </Note>
      )}
      <Shown read={{ ...people, data: people.items }}>
        {(items) => (
          <>
            <MemberTable people={items} />
            <More list={people} />
          </>
        )}
      </Shown>
      {invitations.error && !invitations.items && (
        <Shown read={{ ...invitations, data: invitations.items }}>{() => null}</Shown>
      )}
      {invitations.items && invitations.items.length > 0 && (
        <section className={styles.part} aria-label={members.open.title}>
          <h2>{members.open.title}</h2>
          <InvitationTable invitations={invitations.items} />
          <More list={invitations} />
        </section>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
