import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Empty, Fault, Loading, Note, Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { nameOf, vendors } from '../connections/systems.ts';
import styles from './imports.module.css';
import { Matches } from './Matches.tsx';
import { propose } from './matches.ts';

/** Projects of what sign-ins see. */
export function FromSignIns({ onStart }: { readonly onStart: (bulkJobId: string) => void }) {
  const { imports, projects } = useMessages();
  const { signIns } = imports;
  const { day } = useFormat();
  const grants = useList('listGrants', {});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [looked, setLooked] = useState<readonly string[]>();
  const [isMissing, setMissing] = useState(false);
  const look = () => {
    setMissing(chosen.length === 0);
    if (chosen.length > 0) setLooked(chosen);
  };
  return (
    <Shown read={{ ...grants, data: grants.items }} lines={3}>
      {(items) =>
        items.length === 0 ? (
          <Empty icon="tokens" title={signIns.empty} text={signIns.emptyText}>
            <ButtonLink to="/projects">{projects.title}</ButtonLink>
          </Empty>
        ) : (
          <>
            <Card>
              <div className={styles.stack}>
                <CheckboxGroup
                  label={signIns.label}
                  fault={isMissing ? signIns.missing : undefined}
                  options={items.map(({ id, vendor, created_at }) => ({
                    ...{ id, label: vendors[vendor] ?? vendor, advice: day(created_at.slice(0, 10)) },
                  }))}
                  value={chosen}
                  onChange={setChosen}
                />
                <More list={grants} />
                <div className={styles.line}>
                  <Button onPress={look}>{signIns.look}</Button>
                </div>
              </div>
            </Card>
            {looked && <Proposed key={looked.join()} grantIds={looked} onStart={onStart} />}
          </>
        )
      }
    </Shown>
  );
}

function Proposed({
  grantIds,
  onStart,
}: {
  readonly grantIds: readonly string[];
  readonly onStart: (bulkJobId: string) => void;
}) {
  const { imports, connections } = useMessages();
  // What vendors list is asked for once, not again whenever the window is looked at.
  const found = useQuery({
    queryKey: ['proposed-projects', grantIds],
    queryFn: ({ signal }) => propose(grantIds, signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
  });
  if (found.error) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Loading lines={6} />;
  const { matches, silent } = found.data;
  return (
    <>
      {silent.map(({ system, message }) => (
        <Note
          key={system}
          tone="warning"
          title={imports.signIns.silent(nameOf(system, connections))}
          text={<span dir="auto">{message}</span>}
        />
      ))}
      {matches.length === 0 ? <Note text={imports.signIns.nothing} /> : <Matches matches={matches} onStart={onStart} />}
    </>
  );
}
