import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Data } from '../../api/client.ts';
import { keyOf, useList } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { explain } from '../../components/faults.ts';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { browserOf, systemOf } from './browsers.ts';

type Session = Data<'listSessions'>['items'][number];

/** The browsers in which one is signed in, and ending that. */
export function Sessions() {
  const words = useMessages().profile.sessions;
  const { since } = useFormat();
  const list = useList('listSessions', {});
  const others = list.items?.filter(({ is_current }) => !is_current) ?? [];
  const place = (address: string) => (/^(127\.|::1$)/.test(address) ? words.thisMachine : address);
  return (
    <Card title={words.title} actions={others.length > 0 && <EndOthers others={others} />}>
      <Shown read={{ ...list, data: list.items }} lines={3}>
        {(items) => (
          <>
            <Table
              label={words.title}
              keyOf={({ id }) => id}
              rows={items}
              columns={[
                { id: 'browser', label: words.browser, cell: (session) => <Browser session={session} /> },
                { id: 'place', label: words.place, cell: ({ address }) => place(address) },
                { id: 'seen', label: words.seen, cell: ({ last_seen_at }) => since(last_seen_at) },
                {
                  ...{ id: 'end', label: words.end, isAtEnd: true, hidesLabel: true },
                  cell: (session) =>
                    session.is_current ? (
                      <Badge tone="accent">{words.current}</Badge>
                    ) : (
                      <EndSession session={session} />
                    ),
                },
              ]}
            />
            <More list={list} />
          </>
        )}
      </Shown>
    </Card>
  );
}

/** What a browser is called, of what it says itself. */
function useBrowserName(): (session: Session) => string {
  const words = useMessages().profile.sessions;
  return ({ agent }) => {
    const [browser, system] = [browserOf(agent), systemOf(agent)];
    if (browser === null) return words.unknown;
    return system === null ? browser : words.on(browser, system);
  };
}

function Browser({ session }: { readonly session: Session }) {
  return useBrowserName()(session);
}

function EndSession({ session }: { readonly session: Session }) {
  const { common, profile } = useMessages();
  const words = profile.sessions;
  const nameOf = useBrowserName();
  const { write, isPending } = useWrite('endSession', {
    refreshes: ['listSessions'],
    onDone: () => tell(words.ended),
    onFault: (error) => tell(explain(error, common.faults).text, 'bad'),
  });
  return (
    <Button
      isPending={isPending}
      aria-label={words.endNamed(nameOf(session))}
      onPress={() => write({ session_id: session.id })}
    >
      {words.end}
    </Button>
  );
}

function EndOthers({ others }: { readonly others: readonly Session[] }) {
  const words = useMessages().profile.sessions;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);
  const endAll = async () => {
    setPending(true);
    setFault(null);
    try {
      await Promise.all(others.map(({ id }) => call('endSession', { session_id: id })));
      setAsking(false);
      tell(words.endedOthers);
    } catch (error) {
      if (error instanceof Error) setFault(error);
    }
    setPending(false);
    await queries.invalidateQueries({ queryKey: keyOf('listSessions') });
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{words.endOthers}</Button>
      <ConfirmDialog
        title={words.endOthers}
        action={words.endOthers}
        isDangerous
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void endAll()}
      >
        <p>{words.endOthersText}</p>
        {fault && <Fault error={fault} />}
      </ConfirmDialog>
    </>
  );
}
