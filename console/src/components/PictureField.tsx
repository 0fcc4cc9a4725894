import { useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import fieldStyles from './fields.module.css';
import type { Worded } from './fields.tsx';
import { Picture } from './Picture.tsx';
import styles from './PictureField.module.css';
import { type PictureFault, readPictureFile } from './picture-file.ts';

interface PictureFieldProps extends Worded {
  /** A data URI, the name of a stored picture, or null for none. */
  readonly value: string | null;
  /** What holds where there is none of one's own. */
  readonly inherited?: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  /** False where there has to be one. */
  readonly isRemovable?: boolean;
}

/** A picture from the reader's machine, chosen or dropped; large ones are made smaller before they are sent. */
export function PictureField({
  label,
  advice,
  fault,
  value,
  inherited = null,
  onChange,
  isRemovable = true,
}: PictureFieldProps) {
  const { pictures } = useMessages().sections;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const [ownFault, setFault] = useState<PictureFault | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    const read = await readPictureFile(file);
    setReading(false);
    setFault('fault' in read ? read.fault : null);
    if ('uri' in read) onChange(read.uri);
  };
  const shown = value ?? inherited;
  const told = ownFault ? pictures.faults[ownFault] : fault;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid of this kind in all browsers.
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-advice ${id}-fault`}
      className={fieldStyles.field}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <span id={`${id}-label`} className={fieldStyles.label}>
        {label}
      </span>
      <span id={`${id}-advice`} className={fieldStyles.advice}>
        {advice ?? pictures.advice}
      </span>
      <div className={`${styles.zone} ${isOver ? styles.over : ''}`}>
        {shown === null ? (
          <span className={styles.none}>{pictures.drop}</span>
        ) : (
          <div className={styles.frame}>
            <Picture value={shown} alternative={pictures.shown(label)} />
            {value === null && <span className={fieldStyles.advice}>{pictures.inherited}</span>}
          </div>
        )}
        <div className={styles.buttons}>
          <FileTrigger acceptedFileTypes={['image/*']} onSelect={(files) => void take(files?.[0])}>
            <Button icon="upload" isPending={reading}>
              {shown === null ? pictures.choose : pictures.replace}
            </Button>
          </FileTrigger>
          {value !== null && isRemovable && (
            <Button look="quiet" icon={inherited === null ? 'remove' : 'undo'} onPress={() => onChange(null)}>
              {inherited === null ? pictures.remove : pictures.giveBack}
            </Button>
          )}
        </div>
      </div>
      <span id={`${id}-fault`} className={fieldStyles.fault} role="alert">
        {told}
      </span>
    </div>
  );
}
