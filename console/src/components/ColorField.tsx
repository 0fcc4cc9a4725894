import { useState } from 'react';
import { contrast, palette } from '../../../src/reporting/renderers/colors.ts';
import { useMessages } from '../messages/messages.tsx';
import styles from './ColorField.module.css';
import { TextField, type Worded } from './fields.tsx';

interface ColorFieldProps extends Worded {
  /** Such as `#0b6e4f`, or null for the one that is inherited. */
  readonly value: string | null;
  readonly inherited: string;
  readonly onChange: (value: string | null) => void;
}

const paper = '#ffffff';

/** A colour, picked or written as `#0b6e4f`; says when reports will show a darker one, so that it can be read. */
export function ColorField({ label, advice, fault, value, inherited, onChange }: ColorFieldProps) {
  const { colors } = useMessages().sections;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value ?? inherited;
  const { accent } = palette(shown);
  const type = (text: string) => {
    const color = text.trim();
    const hex = color.startsWith('#') || color === '' ? color : `#${color}`;
    const isWhole = hex === '' || /^#[0-9a-f]{6}$/i.test(hex);
    setTyped(isWhole ? null : text);
    if (isWhole) onChange(hex === '' ? null : hex.toLowerCase());
  };
  return (
    <div className={styles.color}>
      <TextField
        label={label}
        advice={advice}
        fault={typed === null ? fault : colors.malformed}
        value={typed ?? value ?? ''}
        onChange={type}
        placeholder={inherited}
        maxLength={7}
      />
      <input
        type="color"
        className={styles.swatch}
        aria-label={colors.pick(label)}
        value={shown}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.value);
        }}
      />
      {contrast(shown, paper) < contrast(accent, paper) && (
        <p className={styles.hint}>
          <span className={styles.sample} style={{ background: accent }} aria-hidden="true" />
          {colors.darker(accent)}
        </p>
      )}
    </div>
  );
}
