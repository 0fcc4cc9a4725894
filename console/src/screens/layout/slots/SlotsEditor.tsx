import { useState } from 'react';
import { useRead } from '../../../api/reads.ts';
import { ComboBox } from '../../../components/ComboBox.tsx';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { inOrder, nameOf as nameOfSystem } from '../../connections/systems.ts';
import type { Draft } from '../draft/draft.ts';
import { below } from '../draft/faults.ts';
import type { Change } from '../draft/use-draft.ts';
import goalStyles from '../goals/Goals.module.css';
import { nameOf } from '../list/names.ts';
import type { Faults, Slot } from '../types.ts';
import { SlotFields } from './SlotFields.tsx';
import { freeName, namesOf, type Offers, referenceTo, renameSlot, showsSlot } from './slots.ts';

/** What the editor of a template knows of its slots. */
export interface SlotsContext {
  readonly offers: Offers;
  /** What fills each slot in the preview, by its name: the name of a connection, or null for nothing. */
  readonly filled: ReadonlyMap<string, SlotInPreview>;
}

export interface SlotInPreview {
  readonly connection: string | null;
  readonly missing: readonly string[];
}

interface SlotsEditorProps extends SlotsContext {
  readonly draft: Draft;
  readonly change: (change: Change, subject?: string | null) => void;
  /** By the path below `slots`, such as `0.slot`. */
  readonly faults: Faults;
}

const mostSlots = 50;

/** The places for connections of a template: made, changed and removed; who names one is told before it goes. */
export function SlotsEditor({ draft, change, faults, offers, filled }: SlotsEditorProps) {
  const messages = useMessages();
  const words = messages.templates.editor;
  const systems = useRead('listSystems', {}).data?.data.systems ?? [];
  const [opened, open] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const slots = draft.rest.slots ?? [];
  const put = (next: readonly Slot[], subject: string | null = 'slots') =>
    change((now) => ({ ...now, rest: { ...now.rest, slots: next } }), subject);
  const remove = (name: string) =>
    put(
      slots.filter(({ slot }) => slot !== name),
      null,
    );
  const usersOf = (name: string) =>
    (draft.sections ?? []).filter(({ section }) => showsSlot(section, referenceTo({ slot: name })));
  const isNamed = (name: string) => namesOf(draft, referenceTo({ slot: name })).length + usersOf(name).length > 0;
  const rename = (from: string, to: string) => {
    change((now) => renameSlot(now, from, to), null);
    open(to);
  };
  const add = (system: string) => {
    const slot = freeName(slots, system);
    put([...slots, { slot, systems: [system] }], null);
    open(slot);
  };
  return (
    <>
      <p>{messages.templates.slots.text}</p>
      {faults[''] && <p className={goalStyles.fault}>{faults['']}</p>}
      <OrderedList
        label={messages.templates.slots.title}
        opened={opened}
        onOpen={open}
        items={slots.map((slot, index) => ({
          id: slot.slot,
          name: slot.slot,
          content: <SlotLine slot={slot} state={filled.get(slot.slot)} isFaulty={isFaulty(faults, index)} />,
          details: (
            <SlotFields
              slot={slot}
              names={namesOf(draft, referenceTo(slot))}
              taken={slots.flatMap((other) => (other === slot ? [] : other.slot))}
              systems={inOrder(systems).map(({ system }) => system)}
              offers={offers}
              faults={below(faults, String(index))}
              onRename={(to) => rename(slot.slot, to)}
              onChange={(next) => put(slots.with(index, next), slot.slot)}
            />
          ),
        }))}
        onRemove={(name) => (isNamed(name) ? setLeaving(name) : remove(name))}
      />
      {slots.length < mostSlots && (
        <ComboBox
          label={words.addSlot}
          advice={words.addSlotAdvice}
          options={inOrder(systems).map(({ system }) => ({
            id: system,
            label: nameOfSystem(system, messages.connections),
          }))}
          value={null}
          onChange={add}
        />
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={words.removeTitle}
        action={words.removeSlot}
        isDangerous
        isPending={false}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving !== null) remove(leaving);
          setLeaving(null);
        }}
      >
        <p>{leaving !== null && words.removeText(leaving)}</p>
        <ul className={goalStyles.names}>
          {usersOf(leaving ?? '').map(({ key, section }) => (
            <li key={key}>{nameOf(section, messages)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

function SlotLine({
  slot,
  state,
  isFaulty: needsLook,
}: {
  readonly slot: Slot;
  readonly state: SlotInPreview | undefined;
  readonly isFaulty: boolean;
}) {
  const { templates, connections, sections } = useMessages();
  const words = templates.editor;
  const lacks = state?.missing.join(', ');
  return (
    <>
      <strong>{slot.slot}</strong>{' '}
      <span>{slot.systems.map((system) => nameOfSystem(system, connections)).join(' · ')}</span>
      {state && <div>{state.connection === null ? words.unfilled : words.filledBy(state.connection)}</div>}
      {lacks && <div className={goalStyles.fault}>{templates.publish.lacks(slot.slot, lacks)}</div>}
      {needsLook && <div className={goalStyles.fault}>{sections.goals.needsLook}</div>}
    </>
  );
}

function isFaulty(faults: Faults, index: number): boolean {
  return Object.keys(faults).some((path) => path === String(index) || path.startsWith(`${index}.`));
}
