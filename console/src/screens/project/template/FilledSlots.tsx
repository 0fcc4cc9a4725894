import type { Called, Data } from '../../../api/client.ts';
import { useList } from '../../../api/reads.ts';
import { ButtonLink } from '../../../components/Button.tsx';
import { Select } from '../../../components/fields.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { nameOf } from '../../connections/systems.ts';
import styles from './template.module.css';
import { useSetTemplate } from './use-template.ts';

type Template = Data<'getProjectTemplate'>;
type Slot = Template['slots'][number];

/** What fills each slot of the template in a project, to be chosen where several connections fit; and what is missing. */
export function FilledSlots({
  followed: { data: template, etag },
  isReadOnly,
}: {
  readonly followed: Called<'getProjectTemplate'>;
  readonly isReadOnly: boolean;
}) {
  const { templates, layout } = useMessages();
  const { project_id, template_id, slots } = template;
  const connections = useList('listProjectConnections', { project_id, query: { per_page: 100 } });
  const named = new Map(connections.items?.map(({ id, name }) => [id, name]));
  const { write, isPending, fault } = useSetTemplate(() => {});
  if (slots.length === 0) return null;
  const choose = (slot: string, connection: string) => {
    if (template_id === null || isPending) return;
    write({ project_id, body: { template_id, slots: { ...chosenIn(slots), [slot]: connection } } }, etag);
  };
  const isEmpty = slots.some(({ connection_id, fitting }) => connection_id === null && fitting.length === 0);
  const hasGaps = slots.some(({ connection_id, missing }) => connection_id === null || missing.length > 0);
  return (
    <div className={styles.part}>
      <h3>{templates.slots.title}</h3>
      <ul className={styles.rows}>
        {slots.map((slot) => (
          <SlotRow
            key={slot.slot}
            {...{ slot, named }}
            onChoose={isReadOnly ? undefined : (connection) => choose(slot.slot, connection)}
          />
        ))}
      </ul>
      {fault && <Fault error={fault} />}
      {hasGaps && (
        <Note tone="warning" text={templates.project.silent}>
          {isEmpty && !isReadOnly && (
            <ButtonLink to="/projects/$projectId/connections/new" params={{ projectId: project_id }}>
              {layout.automatic.connect}
            </ButtonLink>
          )}
        </Note>
      )}
    </div>
  );
}

function SlotRow({
  slot: { slot, systems, required, connection_id, fitting, missing },
  named,
  onChoose,
}: {
  readonly slot: Slot;
  readonly named: ReadonlyMap<string, string>;
  readonly onChoose: ((connection: string) => void) | undefined;
}) {
  const { templates, connections } = useMessages();
  const words = templates.project;
  const nameIn = (id: string) => named.get(id) ?? '…';
  return (
    <li className={styles.row}>
      <span className={styles.lines}>
        <code>{slot}</code>
        <span className={styles.more}>
          {systems.map((system) => nameOf(system, connections)).join(' · ')}
          {required && ` · ${templates.slots.required}`}
        </span>
      </span>
      <span className={styles.lines}>
        {fitting.length > 1 && onChoose ? (
          <Select
            label={slot}
            hidesLabel
            options={fitting.map((id) => ({ id, label: nameIn(id) }))}
            value={connection_id}
            onChange={onChoose}
          />
        ) : (
          connection_id !== null && (
            <span>
              <bdi>{nameIn(connection_id)}</bdi>
            </span>
          )
        )}
        {connection_id === null && (
          <span className={styles.warning}>{fitting.length === 0 ? words.empty : words.choose}</span>
        )}
        {missing.length > 0 && <span className={styles.warning}>{words.lacks(missing.join(', '))}</span>}
      </span>
    </li>
  );
}

/** What somebody has chosen so far: what fills a slot that several connections fit. */
function chosenIn(slots: readonly Slot[]): Record<string, string> {
  return Object.fromEntries(
    slots.flatMap(({ slot, connection_id, fitting }) =>
      connection_id !== null && fitting.length > 1 ? [[slot, connection_id] as const] : [],
    ),
  );
}
