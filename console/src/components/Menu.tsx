import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ButtonContext } from 'react-aria-components';
import { Icon, type IconName } from './icons.tsx';
import styles from './OptionList.module.css';
import { Popover } from './Popover.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  /** The button. */
  readonly children: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly label: string;
}

/** A button (`children`) that brings up what can be done with something. */
export function Menu({ children, ...props }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** Where the focus begins, while it is open. */
  const [start, setStart] = useState<'first' | 'last' | null>(null);
  const wasOpen = useRef(false);
  const isOpen = start !== null;
  return (
    <>
      <ButtonContext
        value={{
          ref: button,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          // Pressing anywhere else closes it, and its button is elsewhere, too.
          onPressStart: () => {
            wasOpen.current = isOpen;
          },
          onPress: () => setStart(wasOpen.current ? null : 'first'),
          onKeyDown: (event) => {
            if (event.key === 'ArrowDown') setStart('first');
            else if (event.key === 'ArrowUp') setStart('last');
            else return event.continuePropagation();
            event.preventDefault();
          },
        }}
      >
        {children}
      </ButtonContext>
      {isOpen && <Items {...props} {...{ button, start }} onClose={() => setStart(null)} />}
    </>
  );
}

function Items({
  actions,
  label,
  button,
  start,
  onClose,
}: Omit<MenuProps, 'children'> & {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly start: 'first' | 'last';
  readonly onClose: () => void;
}) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  useLayoutEffect(() => {
    itemsOf(menu.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus();
  }, [start]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (!focusNext(event.key, itemsOf(menu.current))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      itself={menu}
      anchor={button}
      isAtEnd
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && close()}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {actions.map(({ id, label: text, icon, isDangerous, isDisabled = false, run }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={isDisabled}
          className={`${styles.option} ${isDangerous ? styles.danger : ''}`}
          onPointerMove={({ currentTarget }) => currentTarget.focus()}
          onClick={() => {
            close();
            run();
          }}
        >
          {icon && <Icon name={icon} size={16} />}
          <span className={styles.words}>{text}</span>
        </button>
      ))}
    </Popover>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
}

/** Moves the focus as a key asks: by arrows, to either end, or to the next item that begins with a letter. */
function focusNext(key: string, items: readonly HTMLElement[]): boolean {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[key];
  // The other keys have names, with which a label could begin.
  if (step === undefined && key.length > 1) return false;
  const beginning = key.toLocaleLowerCase();
  const next =
    step === undefined
      ? [...items.slice(at + 1), ...items].find((item) => item.textContent.toLocaleLowerCase().startsWith(beginning))
      : items.at(step % items.length);
  next?.focus();
  return next !== undefined;
}
