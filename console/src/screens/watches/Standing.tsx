import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { explain } from '../../components/faults.ts';
import { Switch } from '../../components/fields.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { refreshed } from './refreshed.ts';
import type { Watch } from './watch-draft.ts';
import styles from './watches.module.css';

const tones: Readonly<Record<Watch['state'], Tone>> = {
  ...{ alerting: 'bad', problem: 'warning', not_enough: 'plain', waiting: 'plain', calm: 'good' },
};

/** How a watch stands: in a word, with what is found or wrong, and of which day it knows. */
export function Standing({ watch }: { readonly watch: Watch }) {
  const { watches } = useMessages();
  const { since } = useFormat();
  const { enabled, state, incident_id, judged_at, template_id, connections, alerting, problems } = watch;
  if (!enabled) return <Badge>{watches.off}</Badge>;
  const badge = <Badge tone={tones[state]}>{watches.states[state]}</Badge>;
  const counts = [
    watches.connections(connections),
    alerting > 0 && watches.alerting(alerting),
    problems > 0 && watches.problems(problems),
  ];
  return (
    <span className={styles.cell}>
      {incident_id === null ? (
        <span>{badge}</span>
      ) : (
        <TextLink to="/incidents/$incidentId" params={{ incidentId: incident_id }}>
          {badge}
        </TextLink>
      )}
      {template_id !== null && <span className={styles.more}>{counts.filter(Boolean).join(' · ')}</span>}
      {judged_at !== null && <span className={styles.more}>{watches.judgedAt(since(judged_at))}</span>}
    </span>
  );
}

/** Whether a watch is judged: it changes at once, and back with a word if the service refuses. */
export function WatchSwitch({ watch, name }: { readonly watch: Watch; readonly name: string }) {
  const { common, watches } = useMessages();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { write } = useWrite('updateWatch', {
    refreshes: refreshed,
    onDone: () => setWanted(null),
    onFault(error) {
      setWanted(null);
      tell(explain(error, common.faults).text, 'bad');
    },
  });
  const change = (enabled: boolean) => {
    setWanted(enabled);
    write({ watch_id: watch.id, body: { enabled } });
  };
  return (
    <Switch isSelected={wanted ?? watch.enabled} isDisabled={wanted !== null} onChange={change}>
      <span className="unseen">{watches.isOn(name)}</span>
    </Switch>
  );
}
