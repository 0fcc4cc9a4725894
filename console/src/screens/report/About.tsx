import type { Data } from '../../api/client.ts';
import { Card, TextLink } from '../../components/Page.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './report.module.css';

type Connections = Data<'getProject'>['connections'];
type State = Connections[number]['status'];

const tones: Readonly<Record<State, Tone>> = {
  connected: 'good',
  reauth_required: 'warning',
  resource_missing: 'warning',
};

/** What a reader should know about the figures. */
export function Notes({ warnings }: { readonly warnings: Data<'getReport'>['warnings'] }) {
  const { notes } = useMessages().report;
  if (warnings.length === 0) return null;
  const messages = [...new Set(warnings.map(({ message }) => message))];
  return (
    <Card title={notes.title}>
      <ul className={styles.notes}>
        {messages.map((message) => (
          <li key={message} dir="auto">
            {message}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What the project's reports are made from, and whether it can be read now. */
export function Sources({ connections }: { readonly connections: Connections }) {
  const { sources } = useMessages().report;
  if (connections.length === 0) return null;
  return (
    <Card title={sources.title}>
      <ul className={styles.list}>
        {connections.map(({ id, name, status }) => (
          <li key={id} className={styles.item}>
            <TextLink to="/connections/$connectionId" params={{ connectionId: id }}>
              {name}
            </TextLink>
            <Badge tone={tones[status]}>{sources.states[status]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
