import { useRef, useState } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { TextField } from './fields.tsx';
import styles from './TagsField.module.css';

/** Several short texts, such as e-mail addresses: each becomes a tag once it is written; `typed` is what is not one yet. */
export function TagsField({
  label,
  advice,
  fault,
  shownLabel,
  tags,
  typed,
  onChange,
  isTag,
  wrong,
  isWhole = false,
  isTypedEnough = false,
  suggestions = [],
}: {
  readonly label: string;
  readonly advice?: string;
  readonly fault?: string | undefined;
  /** What the tags are, read out. */
  readonly shownLabel: string;
  readonly tags: readonly string[];
  readonly typed: string;
  readonly onChange: (tags: readonly string[], typed: string) => void;
  readonly isTag: (text: string) => boolean;
  /** What is said of a text that is none. */
  readonly wrong: (text: string) => string;
  /** Whether all that is typed is one, with its spaces and signs, and not an address. */
  readonly isWhole?: boolean;
  /** Whether what is typed counts already: it then stays as it is for a button, which a new tag would push away beneath the hand. */
  readonly isTypedEnough?: boolean;
  readonly suggestions?: readonly string[];
}) {
  const { remove } = useMessages().common;
  const [isChecked, setChecked] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  /** Makes tags of what may be ones; the rest stays to be mended. */
  const take = (text: string) => {
    setChecked(true);
    const words = isWhole ? [text.trim()].filter(Boolean) : text.split(/[\s,;]+/).filter(Boolean);
    const known = new Set(tags.map((tag) => tag.toLowerCase()));
    const added = words.filter(
      (word) => isTag(word) && !known.has(word.toLowerCase()) && known.add(word.toLowerCase()),
    );
    onChange([...tags, ...added], words.filter((word) => !isTag(word)).join(' '));
  };
  /** Whoever takes one away goes on at the field, since the button is gone. */
  const leave = (tag: string) => {
    onChange(
      tags.filter((other) => other !== tag),
      typed,
    );
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div className={styles.field} ref={field}>
      <TextField
        label={label}
        {...(advice !== undefined && { advice })}
        fault={isChecked && typed ? wrong(typed) : fault}
        value={typed}
        onChange={(text) => {
          setChecked(false);
          if (!isWhole && /[\s,;]/.test(text.trimStart())) take(text);
          else onChange(tags, text);
        }}
        onBlur={({ relatedTarget }) => {
          const isForButton = relatedTarget instanceof HTMLButtonElement;
          if (typed && !(isTypedEnough && isForButton)) take(typed);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !typed) return;
          event.preventDefault();
          take(typed);
        }}
        inputMode={isWhole ? 'text' : 'email'}
        autoComplete="off"
        suggestions={suggestions.filter((text) => !tags.includes(text))}
      />
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={shownLabel}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              {tag}
              <Button look="quiet" icon="close" aria-label={`${remove}: ${tag}`} onPress={() => leave(tag)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
