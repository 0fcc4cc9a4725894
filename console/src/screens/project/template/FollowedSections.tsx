import type { Data } from '../../../api/client.ts';
import { Badge } from '../../../components/states.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import { fieldNames } from '../../templates/field-names.ts';
import styles from './template.module.css';

/** The sections of a project that follows a template: which are its own, and which are left out for now. */
export function FollowedSections({
  template: { sections, hidden, own },
}: {
  readonly template: Data<'getProjectTemplate'>;
}) {
  const messages = useMessages();
  const format = useFormat();
  const words = messages.templates.project;
  return (
    <div className={styles.part}>
      <h3>{messages.layout.list.sections}</h3>
      {sections === null ? (
        <p>{messages.layout.automatic.title}</p>
      ) : (
        <ol className={styles.sections}>
          {sections.map(({ type, title, origin, is_left_out }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no names, and these do not move.
            <li key={index}>
              <span className={styles.line}>
                <bdi>{title ?? messages.sections.kinds[type].name}</bdi>
                {origin !== 'template' && <Badge tone="accent">{words.origins[origin]}</Badge>}
                {is_left_out && <Badge tone="warning">{words.leftOut}</Badge>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && <p className={styles.more}>{words.hidden(format.number(hidden))}</p>}
      {own.length > 0 && <p className={styles.more}>{words.own(fieldNames(own, messages).join(', '))}</p>}
    </div>
  );
}
