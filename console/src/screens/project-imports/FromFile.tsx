import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/icons.tsx';
import { Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { Check } from './Check.tsx';
import styles from './imports.module.css';

const mostBytes = 4_000_000;

interface Read {
  readonly name: string;
  readonly text: string | null;
  readonly fault: 'notText' | 'tooLarge' | null;
}

/** Projects from the rows of a file. */
export function FromFile({ onStart }: { readonly onStart: (bulkJobId: string) => void }) {
  const { imports } = useMessages();
  const [read, setRead] = useState<Read>();
  const [isMissing, setMissing] = useState(false);
  const choose = async (file: File) => {
    setMissing(false);
    setRead(await readText(file));
  };
  const fault = read?.fault ?? (isMissing ? 'missing' : null);
  const text = read?.text ?? null;
  return (
    <>
      <Card title={imports.sources.file}>
        <div className={styles.stack}>
          <p className={styles.quiet}>{imports.file.columns}</p>
          <div className={styles.line}>
            <FileTrigger
              acceptedFileTypes={['text/csv', '.csv', 'text/plain']}
              onSelect={(files) => files?.[0] && void choose(files[0])}
            >
              <Button icon="upload">{imports.file.choose}</Button>
            </FileTrigger>
            <span role="status" className={fault ? styles.bad : undefined}>
              {fault
                ? imports.file[fault]
                : read && (
                    <>
                      <Icon name="check" size={16} /> <bdi>{read.name}</bdi>
                    </>
                  )}
            </span>
          </div>
        </div>
      </Card>
      <Check
        key={text}
        bodyOf={() => {
          if (text === null) setMissing(true);
          return text === null ? undefined : { csv: text };
        }}
        onStart={onStart}
      />
    </>
  );
}

async function readText(file: File): Promise<Read> {
  const { name, size } = file;
  if (size > mostBytes) return { name, text: null, fault: 'tooLarge' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { name, text, fault: null };
  } catch {
    return { name, text: null, fault: 'notText' };
  }
}
