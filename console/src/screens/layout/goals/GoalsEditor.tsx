import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { Empty, Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { describeSection } from '../sections/kinds.tsx';
import type { Goal, GoalsEditorProps } from '../types.ts';
import { GoalFields } from './GoalFields.tsx';
import styles from './Goals.module.css';
import { useGoalName } from './goal-names.ts';
import { newGoal, sectionsWithGoal } from './goals.ts';

const mostGoals = 200;

/** What figures are to reach: made, changed and removed; who shows one is told before it goes. */
export function GoalsEditor({ goals, onChange, faults, sources, sections }: GoalsEditorProps) {
  const messages = useMessages();
  const words = messages.sections.goals;
  const nameOf = useGoalName(sources);
  const [opened, open] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Goal | null>(null);
  const isOffering = sources.some(({ metrics }) => metrics.length > 0);
  const add = () => {
    const goal = newGoal(goals, sources);
    onChange([...goals, goal]);
    open(goal.id);
  };
  const remove = (id: string) => onChange(goals.filter((goal) => goal.id !== id));
  const makes = (
    <Button icon="add" onPress={add} isDisabled={!isOffering || goals.length >= mostGoals}>
      {words.add}
    </Button>
  );
  if (goals.length === 0) {
    return (
      <Empty icon="check" title={words.emptyTitle} text={isOffering ? words.emptyText : messages.sections.source.none}>
        {makes}
      </Empty>
    );
  }
  const shownBy = leaving ? sectionsWithGoal(sections, leaving.id) : [];
  return (
    <>
      <OrderedList
        label={words.label}
        opened={opened}
        onOpen={open}
        items={goals.map((goal, index) => ({
          id: goal.id,
          name: nameOf(goal),
          content: (
            <>
              <span>{nameOf(goal)}</span>
              {isFaulty(faults, index) && opened !== goal.id && <span className={styles.fault}>{words.needsLook}</span>}
            </>
          ),
          details: (
            <>
              {faults[index] && <Note tone="bad" text={faults[index]} />}
              <GoalFields
                goal={goal}
                onChange={(next) => onChange(goals.with(index, next))}
                faults={faults}
                path={`${index}.`}
                sources={sources}
              />
            </>
          ),
        }))}
        onRemove={(id) => {
          const goal = goals.find((each) => each.id === id);
          if (goal && sectionsWithGoal(sections, id).length > 0) setLeaving(goal);
          else remove(id);
        }}
      />
      <div>{makes}</div>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={words.removeTitle}
        action={words.remove}
        isDangerous
        isPending={false}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) remove(leaving.id);
          setLeaving(null);
        }}
      >
        <p>{leaving && words.removeText(nameOf(leaving))}</p>
        <ul className={styles.names}>
          {shownBy.map(({ section, place }) => (
            <li key={place}>{words.shownBy(place, titleOf(section) ?? describeSection(section, sources, messages))}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

function titleOf(section: GoalsEditorProps['sections'][number]): string | null {
  return ('title' in section && section.title) || null;
}

function isFaulty(faults: GoalsEditorProps['faults'], index: number): boolean {
  return Object.keys(faults).some((path) => path === String(index) || path.startsWith(`${index}.`));
}
