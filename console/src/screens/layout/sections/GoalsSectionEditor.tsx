import { ComboBox } from '../../../components/ComboBox.tsx';
import { RadioGroup } from '../../../components/fields.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { useGoalName } from '../goals/goal-names.ts';
import type { Goal } from '../types.ts';
import styles from './Editors.module.css';
import type { EditorOf } from './FigureEditors.tsx';
import { faultAt } from './fields.tsx';

/** Which goals a section shows, in which order. */
export function GoalsSectionEditor({
  section,
  onChange,
  faults,
  sources,
  goals: all,
}: EditorOf<'goals'> & { readonly goals: readonly Goal[] }) {
  const { goals: words } = useMessages().sections;
  const nameOf = useGoalName(sources);
  const { goals, ...rest } = section;
  if (all.length === 0 && !goals) return <Note text={words.noneYet} />;
  const left = all.filter(({ id }) => !goals?.includes(id));
  return (
    <>
      <RadioGroup<'all' | 'chosen'>
        label={words.which}
        isRow
        options={[
          { id: 'all', label: words.all },
          { id: 'chosen', label: words.chosen },
        ]}
        value={goals ? 'chosen' : 'all'}
        onChange={(which) => onChange(which === 'all' ? rest : { ...rest, goals: all.map(({ id }) => id) })}
      />
      {goals && (
        <div className={styles.group}>
          <OrderedList
            label={words.label}
            fewest={1}
            items={goals.map((id) => {
              const goal = all.find((each) => each.id === id);
              return goal
                ? { id, name: nameOf(goal) }
                : { id, name: id, content: <span className={styles.unknown}>{words.gone(id)}</span> };
            })}
            onOrder={(ids) => onChange({ ...section, goals: [...ids] })}
            onRemove={(id) => onChange({ ...section, goals: goals.filter((each) => each !== id) })}
          />
          {left.length > 0 && (
            <ComboBox
              label={words.addToSection}
              options={left.map((goal) => ({ id: goal.id, label: nameOf(goal) }))}
              value={null}
              onChange={(id) => onChange({ ...section, goals: [...goals, id] })}
            />
          )}
          {faultAt(faults, 'goals') && <p className={styles.fault}>{faultAt(faults, 'goals')}</p>}
        </div>
      )}
    </>
  );
}
