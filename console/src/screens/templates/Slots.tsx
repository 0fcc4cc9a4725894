import type { Data } from '../../api/client.ts';
import { Card } from '../../components/Page.tsx';
import { Badge } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { nameOf } from '../connections/systems.ts';
import styles from './templates.module.css';

/** The places for connections of a template, and what fits there. */
export function Slots({ slots }: { readonly slots: Data<'getTemplate'>['slots'] }) {
  const { templates, connections } = useMessages();
  const words = templates.slots;
  return (
    <Card title={words.title}>
      <p className={styles.more}>{slots.length > 0 ? words.text : words.none}</p>
      {slots.length > 0 && (
        <ul className={styles.rows}>
          {slots.map(({ slot, systems, required }) => (
            <li key={slot} className={styles.line}>
              <code>{slot}</code>
              <span>{systems.map((system) => nameOf(system, connections)).join(' · ')}</span>
              {required && <Badge>{words.required}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
