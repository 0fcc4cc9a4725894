import { useState } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';
import { TextField } from './fields.tsx';

/** Something to take along, such as a link or a secret. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { copy, copied } = useMessages().common;
  const [isCopied, setCopied] = useState(false);
  const take = () => void navigator.clipboard.writeText(value).then(() => setCopied(true));
  return (
    <div className={styles.row}>
      <TextField
        label={label}
        value={value}
        isReadOnly
        onFocus={(event) => (event.target as HTMLInputElement).select()}
      />
      <Button icon={isCopied ? 'check' : 'copy'} onPress={take}>
        {isCopied ? copied : copy}
      </Button>
    </div>
  );
}
