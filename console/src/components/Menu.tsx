import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon, type IconName } from './icons.tsx';
import styles from './OptionList.module.css';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** A button (`children`) that brings up what can be done with something. */
export function Menu({
  children,
  actions,
  label,
}: {
  readonly children: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly label: string;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu className={styles.list ?? ''} items={actions} aria-label={label}>
          {({ id, label: text, icon, isDangerous, isDisabled = false, run }) => (
            <MenuItem
              id={id}
              textValue={text}
              isDisabled={isDisabled}
              onAction={run}
              className={`${styles.option} ${isDangerous ? styles.danger : ''}`}
            >
              {icon && <Icon name={icon} size={16} />}
              <span className={styles.words}>{text}</span>
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
