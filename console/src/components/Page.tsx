import { createLink, type LinkComponent } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Form as AriaForm, type FormProps } from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import styles from './Page.module.css';

interface PageProps {
  readonly title: string;
  /** What the browser's tab says before the product's name; the title where it is absent. */
  readonly tab?: string;
  readonly subtitle?: ReactNode;
  /** Links to what this is part of, the outermost first. */
  readonly path?: ReactNode;
  /** The buttons that are about the whole screen; the primary one last. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A screen: its heading, which takes the focus when somebody comes to it, and what is on it. */
export function Page({ title, tab, subtitle, path, actions, isWide = false, children }: PageProps) {
  const { product } = useMessages().common;
  useEffect(() => {
    document.title = `${tab ?? title} · ${product}`;
  }, [tab, title, product]);
  return (
    <div className={`${styles.page} ${isWide ? styles.wide : ''}`}>
      <header className={styles.head}>
        <div className={styles.title}>
          {path && <nav className={styles.path}>{path}</nav>}
          <h1 tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A link to a screen in running text and paths. */
export const TextLink: LinkComponent<'a'> = createLink('a');

/** A part of a screen with a heading of its own. */
export function Card({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.card} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className={styles.cardHead}>
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Fields one below the other; `validationErrors` are the service's words by the names of fields (`fieldFaults`). */
export function Form({
  children,
  onSubmit,
  isWide = false,
  validationErrors,
  ...props
}: Omit<FormProps, 'onSubmit'> & { readonly onSubmit: () => void; readonly isWide?: boolean }) {
  const { errors, forget, listening } = useErrorsUntilEdited(validationErrors);
  return (
    <AriaForm
      {...props}
      {...listening}
      validationErrors={errors}
      className={`${styles.form} ${isWide ? styles.wide : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        forget();
        onSubmit();
      }}
    >
      {children}
    </AriaForm>
  );
}

/**
 * What the service said of a field goes as soon as somebody mends it. When they leave it would be too late: what is below
 * moves then, and the button that they are pressing would slip away beneath the pointer.
 */
function useErrorsUntilEdited(given: FormProps['validationErrors'] = {}) {
  const text = JSON.stringify(given);
  const [edited, setEdited] = useState<{ readonly text: string; readonly names: readonly string[] }>();
  const errors = useMemo(() => {
    const names = edited?.text === text ? edited.names : [];
    return Object.fromEntries(Object.entries(JSON.parse(text) as object).filter(([name]) => !names.includes(name)));
  }, [text, edited]);
  const onInput = (event: FormEvent) => {
    const { name } = event.target as HTMLInputElement;
    if (Object.hasOwn(errors, name)) {
      setEdited({ text, names: [...(edited?.text === text ? edited.names : []), name] });
    }
  };
  return { errors, listening: { onInput }, forget: () => setEdited(undefined) };
}

/** The buttons at the end of a form or part. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
