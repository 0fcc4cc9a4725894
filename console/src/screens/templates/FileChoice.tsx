import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { Input } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/icons.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { readTemplateFile } from './template-file.ts';
import styles from './templates.module.css';

interface Read {
  readonly name: string;
  readonly fault: 'fileBad' | 'fileNewer' | null;
}

/** A file with a template; `onChange` has its fields, or undefined for a file without one. */
export function FileChoice({
  onChange,
  isMissing,
}: {
  readonly onChange: (fields: Input<'createTemplate'>['body'] | undefined) => void;
  readonly isMissing: boolean;
}) {
  const { from } = useMessages().templates;
  const [chosen, setChosen] = useState<Read>();
  const read = async (file: File) => {
    const fields = await readTemplateFile(file);
    const isFaulty = typeof fields === 'string';
    setChosen({ name: file.name, fault: isFaulty ? fields : null });
    onChange(isFaulty ? undefined : fields);
  };
  const fault = chosen?.fault ?? (isMissing ? 'fileMissing' : null);
  return (
    <div className={styles.picker}>
      <div>
        <FileTrigger acceptedFileTypes={['application/json']} onSelect={(files) => files?.[0] && void read(files[0])}>
          <Button icon="upload">{from.chooseFile}</Button>
        </FileTrigger>
      </div>
      <p role="status" className={fault ? styles.bad : undefined}>
        {fault && from[fault]}
        {!fault && chosen && (
          <>
            <Icon name="check" size={16} /> <bdi>{from.fileRead(chosen.name)}</bdi>
          </>
        )}
      </p>
    </div>
  );
}
