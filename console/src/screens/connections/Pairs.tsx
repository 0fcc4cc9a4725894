import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './schema.module.css';

type Pair = readonly [name: string, value: string];

/** Texts under names that one chooses, such as headers. */
export function Pairs({
  label,
  value = {},
  onChange,
  isSecret,
}: {
  readonly label: string;
  readonly value: Readonly<Record<string, string>> | undefined;
  readonly onChange: (value: Record<string, string> | undefined) => void;
  readonly isSecret: boolean;
}) {
  const { common, connection } = useMessages();
  const words = connection.access;
  const [pairs, setPairs] = useState<readonly Pair[]>(Object.entries(value));
  const set = (next: readonly Pair[]) => {
    setPairs(next);
    const named = next.filter(([name]) => name !== '');
    onChange(named.length > 0 ? Object.fromEntries(named) : undefined);
  };
  const replace = (index: number, pair: Pair) => set(pairs.map((other, place) => (place === index ? pair : other)));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {pairs.map(([name, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed.
        <div key={index} className={styles.pair}>
          <TextField
            label={words.entryName}
            isRequired
            value={name}
            onChange={(next) => replace(index, [next, text])}
            autoComplete="off"
          />
          <TextField
            label={words.entryValue}
            isRequired
            value={text}
            onChange={(next) => replace(index, [name, next])}
            {...(isSecret && { type: 'password' })}
            autoComplete={isSecret ? 'new-password' : 'off'}
          />
          <Button
            look="quiet"
            icon="remove"
            aria-label={common.remove}
            onPress={() => set(pairs.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <div>
        <Button icon="add" onPress={() => setPairs([...pairs, ['', '']])}>
          {words.addEntry}
        </Button>
      </div>
    </fieldset>
  );
}
