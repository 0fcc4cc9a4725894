import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useMessages } from '../../../messages/messages.tsx';
import styles from './ViewChoice.module.css';

export type View = 'list' | 'edit' | 'preview';
const views = ['list', 'edit', 'preview'] as const;

/** Which part is shown where there is no room for all. */
export function ViewChoice({ view, onChange }: { readonly view: View; readonly onChange: (view: View) => void }) {
  const words = useMessages().layout.views;
  return (
    <ToggleButtonGroup
      className={styles.views ?? ''}
      aria-label={words.label}
      disallowEmptySelection
      selectedKeys={[view]}
      onSelectionChange={([next]) => onChange(next as View)}
    >
      {views.map((one) => (
        <ToggleButton key={one} id={one} className={`${styles.view} ${one === 'list' ? styles.narrowOnly : ''}`}>
          {words[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
