import { useState } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { GivenRightsForm } from './GivenRightsForm.tsx';
import { type DirectoryGroup, givenBody } from './given-rights.ts';
import { Access } from './MemberTable.tsx';

/** The groups that the directory has sent, with the role that each gives. */
export function DirectoryGroups() {
  const { directory, members } = useMessages();
  const format = useFormat();
  const list = useList('listDirectoryGroups', { query: { sort: 'name', direction: 'asc' } });
  const [chosen, setChosen] = useState<DirectoryGroup>();
  return (
    <Card title={directory.groups}>
      <p>{directory.groupsText}</p>
      <Shown read={{ ...list, data: list.items }} lines={3}>
        {(items) =>
          items.length === 0 ? (
            <p>{directory.groupsEmpty}</p>
          ) : (
            <>
              <Table
                label={directory.groups}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { id: 'group', label: directory.group, cell: ({ name }) => <bdi>{name}</bdi> },
                  { id: 'people', label: directory.people, cell: (group) => format.number(group.members) },
                  {
                    ...{ id: 'role', label: members.role, keepsWords: true },
                    cell: ({ role }) => (role === null ? directory.noRole : members.roles[role]),
                  },
                  {
                    id: 'access',
                    label: members.access,
                    cell: ({ role, project_ids, tags }) => role && <Access ids={project_ids} tags={tags} />,
                  },
                  {
                    ...{ id: 'choose', label: directory.choose, isAtEnd: true, hidesLabel: true },
                    cell: (group) => (
                      <Button look="quiet" onPress={() => setChosen(group)}>
                        {directory.choose} <span className="unseen">{group.name}</span>
                      </Button>
                    ),
                  },
                ]}
              />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {chosen && <GroupDialog id={chosen.id} name={chosen.name} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

interface GroupProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Decides what a group gives. */
function GroupDialog(props: GroupProps) {
  const { directory } = useMessages();
  const read = useRead('getDirectoryGroup', { directory_group_id: props.id });
  return (
    <Dialog isOpen title={directory.chooseTitle(props.name)} onClose={props.onClose}>
      <Shown read={read}>
        {({ data, etag }) => (
          <GroupForm key={etag} {...props} group={data} etag={etag} onAgain={() => void read.refetch()} />
        )}
      </Shown>
    </Dialog>
  );
}

function GroupForm({
  name,
  group,
  etag,
  onClose,
  onAgain,
}: GroupProps & {
  readonly group: DirectoryGroup;
  readonly etag: string | undefined;
  readonly onAgain: () => void;
}) {
  const { directory } = useMessages();
  const choosing = useWrite('updateDirectoryGroup', {
    refreshes: ['getDirectoryGroup', 'listDirectoryGroups'],
    onDone: () => {
      onClose();
      tell(directory.groupDone(name));
    },
  });
  return (
    <GivenRightsForm
      {...{ given: group, action: directory.choose, writing: choosing, onAgain, onClose }}
      canBeNone
      onSubmit={(rights) => choosing.write({ directory_group_id: group.id, body: givenBody(rights) }, etag)}
    />
  );
}
