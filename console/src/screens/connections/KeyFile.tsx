import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './schema.module.css';
import type { Schema, Values } from './schema.ts';

const mostBytes = 65_536;

/** The key file of a service account: read here, never shown, and kept nowhere but in this page. */
export function KeyFile({
  label,
  schema,
  value,
  onChange,
}: {
  readonly label: string;
  readonly schema: Schema;
  readonly value: Values | undefined;
  readonly onChange: (value: Values | undefined) => void;
}) {
  const words = useMessages().connection.access;
  const [name, setName] = useState('');
  const [isBad, setBad] = useState(false);
  const read = async (file: File) => {
    const key = file.size > mostBytes ? null : keyOf(await file.text(), schema);
    setBad(key === null);
    setName(file.name);
    onChange(key ?? undefined);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <p className={styles.advice}>{words.keyFileText}</p>
      <div>
        <FileTrigger acceptedFileTypes={['application/json']} onSelect={(files) => files?.[0] && void read(files[0])}>
          <Button icon="upload">{words.keyFile}</Button>
        </FileTrigger>
      </div>
      <p role="status" className={isBad ? styles.bad : styles.good}>
        {isBad && words.keyFileBad}
        {!isBad && value && (
          <>
            <Icon name="check" size={16} /> <bdi>{words.keyFileRead(name)}</bdi>
          </>
        )}
      </p>
    </fieldset>
  );
}

/** The fields that the schema asks for; null where the text has not all of them. */
function keyOf(text: string, { properties = {}, required = [] }: Schema): Values | null {
  try {
    const all = JSON.parse(text) as Values;
    const known = Object.keys(properties).filter((field) => typeof all[field] === 'string');
    if (!required.every((field) => known.includes(field))) return null;
    return Object.fromEntries(known.map((field) => [field, all[field]]));
  } catch {
    return null;
  }
}
