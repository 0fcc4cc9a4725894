import { useState } from 'react';
import { ComboBox } from '../../../components/ComboBox.tsx';
import { Switch, TextField } from '../../../components/fields.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { nameOf as nameOfSystem } from '../../connections/systems.ts';
import styles from '../sections/Editors.module.css';
import { faultAt } from '../sections/fields.tsx';
import type { Faults, Slot } from '../types.ts';
import { keyFor, type Offers, withName, withSystems } from './slots.ts';

interface SlotFieldsProps {
  readonly slot: Slot;
  /** What the sections have of it. */
  readonly names: readonly string[];
  /** The names of the other slots. */
  readonly taken: readonly string[];
  /** All systems in the order of the gallery. */
  readonly systems: readonly string[];
  readonly offers: Offers;
  /** By the path below the slot, such as `systems.0`. */
  readonly faults: Faults;
  readonly onRename: (to: string) => void;
  readonly onChange: (next: Slot) => void;
}

/** One slot: its name, what fits there, and what the systems call what the sections show. */
export function SlotFields({ slot, names, taken, systems, offers, faults, onRename, onChange }: SlotFieldsProps) {
  const { templates, connections } = useMessages();
  const words = templates.editor;
  return (
    <>
      <NameField {...{ slot, taken, onRename }} fault={faults.slot} />
      <div className={styles.group}>
        <h3 className={styles.legend}>{words.systems}</h3>
        <OrderedList
          label={words.systems}
          fewest={1}
          items={slot.systems.map((system) => ({ id: system, name: nameOfSystem(system, connections) }))}
          onRemove={(system) =>
            onChange(
              withSystems(
                slot,
                slot.systems.filter((one) => one !== system),
              ),
            )
          }
        />
        <ComboBox
          label={words.addSystem}
          options={systems
            .filter((system) => !slot.systems.includes(system))
            .map((id) => ({ id, label: nameOfSystem(id, connections) }))}
          value={null}
          onChange={(system) => onChange({ ...slot, systems: [...slot.systems, system] })}
          fault={faultAt(faults, 'systems')}
        />
      </div>
      <Switch isSelected={slot.required ?? false} onChange={(required) => onChange({ ...slot, required })}>
        {words.required}
      </Switch>
      <Names {...{ slot, names, offers, faults, onChange }} />
    </>
  );
}

const nameOfSlot = /^[a-z][a-z0-9-]{0,39}$/;

/** The name goes along wherever it stands, so it changes at once and not letter by letter. */
function NameField({
  slot: { slot },
  taken,
  onRename,
  fault,
}: Pick<SlotFieldsProps, 'slot' | 'taken' | 'onRename'> & { readonly fault: string | undefined }) {
  const words = useMessages().templates.editor;
  const [typed, setTyped] = useState(slot);
  const wrong = !nameOfSlot.test(typed) ? words.nameWrong : taken.includes(typed) ? words.nameTaken : undefined;
  const take = () => {
    if (!wrong && typed !== slot) onRename(typed);
  };
  return (
    <TextField
      label={words.slotName}
      advice={words.slotNameAdvice}
      isRequired
      maxLength={40}
      value={typed}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
      fault={wrong ?? fault}
    />
  );
}

/** What systems call what the sections show, where it is not one name for all. */
function Names({ slot, names, offers, faults, onChange }: Omit<SlotFieldsProps, 'taken' | 'systems' | 'onRename'>) {
  const { templates, connections } = useMessages();
  const words = templates.editor;
  const known = slot.systems.filter((system) => offers.has(system));
  const differing = names.filter(
    (name) =>
      slot.names?.[name] || known.some((system) => keyFor(slot, system, name, offers.get(system)) === undefined),
  );
  if (differing.length === 0) return null;
  return (
    <div className={styles.group}>
      <h3 className={styles.legend}>{words.names}</h3>
      <p className={styles.advice}>{words.namesText}</p>
      {differing.map((name) => (
        <fieldset key={name} className={styles.pair} aria-label={name}>
          {slot.systems.map((system) => {
            const offer = offers.get(system);
            const key = keyFor(slot, system, name, offer);
            const options = offer ? [...offer.metrics, ...offer.dimensions] : [];
            const isListed = key !== undefined && options.some((option) => option.key === key);
            return (
              <ComboBox
                key={system}
                label={words.nameIn(name, nameOfSystem(system, connections))}
                options={[
                  ...options.map((option) => ({ id: option.key, label: option.label, advice: option.key })),
                  ...(key !== undefined && !isListed ? [{ id: key, label: key }] : []),
                ]}
                value={key ?? null}
                onChange={(next) => onChange(withName(slot, name, system, next))}
                fault={key === undefined ? words.lacked : faultAt(faults, `names.${name}`)}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
