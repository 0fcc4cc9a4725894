import { ToggleButton } from 'react-aria-components';
import { Button } from '../../../components/Button.tsx';
import { Icon, type IconName } from '../../../components/icons.tsx';
import { Menu } from '../../../components/Menu.tsx';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftFaults } from '../draft/faults.ts';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import type { Choice } from '../frame/EditorPane.tsx';
import styles from './Parts.module.css';

const parts = [
  { part: 'slots', icon: 'connections', fields: ['slots'] },
  { part: 'texts', icon: 'edit', fields: ['title', 'on_failure'] },
  { part: 'goals', icon: 'usage', fields: ['goals'] },
  { part: 'brand', icon: 'brand', fields: ['brand', 'logo', 'accent_color'] },
] as const satisfies readonly { part: string; icon: IconName; fields: readonly string[] }[];

/** What is about the whole report. */
export function Parts({
  choice,
  choose,
  faults,
  hasSlots,
}: {
  readonly choice: Choice | null;
  readonly choose: (choice: Choice) => void;
  readonly faults: DraftFaults;
  /** Whether it is a template, with slots in place of connections. */
  readonly hasSlots: boolean;
}) {
  const { layout, templates } = useMessages();
  const words = { ...layout.list, slots: templates.slots.title };
  const shown = parts.filter(({ part }) => part !== 'slots' || hasSlots);
  return (
    <fieldset className={styles.parts} aria-label={words.report}>
      {shown.map(({ part, icon, fields }) => {
        const isFaulty = Object.keys(faults.rest).some((path) => fields.some((field) => path.split('.')[0] === field));
        return (
          <ToggleButton
            key={part}
            className={styles.part ?? ''}
            isSelected={choice !== null && 'part' in choice && choice.part === part}
            onPress={() => choose({ part })}
          >
            <Icon name={icon} size={16} />
            <span>{words[part]}</span>
            {isFaulty && (
              <span className={styles.faulty}>
                <Icon name="warning" size={16} />
                <span className="unseen">{words.faulty}</span>
              </span>
            )}
          </ToggleButton>
        );
      })}
    </fieldset>
  );
}

/** What can be done with all sections at once. */
export function LayoutMenu({ layout }: { readonly layout: DraftOfLayout }) {
  const { list: words, told, bar } = useMessages().layout;
  const toAutomatic = () => {
    layout.change((draft) => ({ ...draft, sections: null }));
    tell(told.automatic, 'good', { label: bar.undo, run: layout.undo });
  };
  return (
    <Menu
      label={words.layoutActions}
      actions={[{ id: 'automatic', label: words.toAutomatic, icon: 'refresh', run: toAutomatic }]}
    >
      <Button look="quiet" icon="more" aria-label={words.layoutActions} />
    </Menu>
  );
}
