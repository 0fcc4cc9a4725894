import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
  ProgressBar,
} from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import styles from './Button.module.css';
import { Icon, type IconName } from './icons.tsx';

interface Look {
  /** One primary button a screen at most. */
  readonly look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** A button; while `isPending` it turns and does nothing. Without children it needs an `aria-label`. */
export function Button({ look = 'secondary', icon, children, ...props }: Omit<AriaButtonProps, 'children'> & Look) {
  return (
    <AriaButton {...props} className={classOf(look, children)}>
      {props.isPending ? <Pending /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

/** React Aria reads a pending button out by it. */
function Pending() {
  const { loading } = useMessages().common;
  return <ProgressBar isIndeterminate aria-label={loading} className={styles.spinner ?? ''} />;
}

function LookingLikeAButton({ look = 'secondary', icon, children, ...props }: Omit<AriaLinkProps, 'children'> & Look) {
  return (
    <AriaLink {...props} className={classOf(look, children)}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaLink>
  );
}

/** A link to an address outside of the console, such as a download, that looks like a button. */
export const ButtonAddress = LookingLikeAButton;

/** A link to another screen that looks like a button. */
export const ButtonLink: LinkComponent<typeof LookingLikeAButton> = createLink(LookingLikeAButton);

function classOf(look: NonNullable<Look['look']>, children: ReactNode): string {
  return [styles.button, styles[look], !children && styles.iconOnly].filter(Boolean).join(' ');
}
