import type { ReactNode } from 'react';
import { palette } from '../../../../src/reporting/renderers/colors.ts';
import type { Data, Input } from '../../api/client.ts';
import { useMessages } from '../../messages/messages.tsx';
import { ColorField } from '../ColorField.tsx';
import { Select, TextArea, TextField } from '../fields.tsx';
import { PictureField } from '../PictureField.tsx';
import styles from './BrandFields.module.css';

export type BrandInput = Input<'updateBrand'>['body'];
type Font = NonNullable<BrandInput['font']>;

interface BrandFieldsProps {
  readonly brand: BrandInput;
  /** Takes the whole brand; a field that is null has no value of its own. */
  readonly onChange: (next: BrandInput) => void;
  /** By the name of the field, such as `footer`. */
  readonly faults: Readonly<Record<string, string>>;
  /** The account's brand, whose values hold for what a project leaves open. */
  readonly inherited?: Data<'getBrand'> | undefined;
}

const fonts = ['Noto Sans', 'Open Sans', 'Source Sans 3', 'Lato', 'PT Serif'] as const satisfies readonly Font[];
const houseColor = palette(null).brand;

/** What tells in reports who made them; of an account, or of one project where `inherited` is given. */
export function BrandFields({ brand, onChange, faults, inherited }: BrandFieldsProps): ReactNode {
  const { brand: words } = useMessages().sections;
  const set = <Field extends keyof BrandInput>(field: Field, value: BrandInput[Field]) =>
    onChange({ ...brand, [field]: value });
  const text = (field: 'name' | 'footer' | 'contact') => ({
    label: words[field],
    advice: words.advice[field],
    fault: faults[field],
    value: brand[field] ?? '',
    onChange: (value: string) => set(field, value === '' ? null : value),
    placeholder: inherited?.[field] ?? '',
  });
  const picture = (field: 'logo' | 'cover_picture') => ({
    label: words[field],
    advice: words.advice[field],
    fault: faults[field],
    value: brand[field] ?? null,
    inherited: inherited?.[field] ?? null,
    onChange: (value: string | null) => set(field, value),
  });
  const usual = inherited?.font ?? fonts[0];
  const fontOptions = [
    { id: 'inherited' as const, label: inherited?.font ? words.fontOfAccount(usual) : words.usualFont(usual) },
    ...fonts.filter((font) => inherited?.font || font !== usual).map((font) => ({ id: font, label: font })),
  ];
  return (
    <div className={styles.fields}>
      <TextField {...text('name')} maxLength={100} />
      <PictureField {...picture('logo')} />
      <ColorField
        label={words.accent_color}
        advice={words.advice.accent_color}
        fault={faults.accent_color}
        value={brand.accent_color ?? null}
        inherited={inherited?.accent_color ?? houseColor}
        onChange={(value) => set('accent_color', value)}
      />
      <Select<Font | 'inherited'>
        label={words.font}
        advice={words.advice.font}
        fault={faults.font}
        options={fontOptions}
        value={fontOptions.some(({ id }) => id === brand.font) ? (brand.font ?? 'inherited') : 'inherited'}
        onChange={(font) => set('font', font === 'inherited' ? null : font)}
      />
      <PictureField {...picture('cover_picture')} />
      <TextArea {...text('contact')} rows={3} maxLength={300} />
      <TextArea {...text('footer')} rows={2} maxLength={200} />
      <Authors
        value={brand.anonymous_comments ?? null}
        inherited={inherited && (inherited.anonymous_comments ?? false)}
        fault={faults.anonymous_comments}
        onChange={(value) => set('anonymous_comments', value)}
      />
    </div>
  );
}

interface AuthorsProps {
  readonly value: boolean | null;
  /** What the account says, for a project; undefined for the account itself. */
  readonly inherited: boolean | undefined;
  readonly fault: string | undefined;
  readonly onChange: (value: boolean | null) => void;
}

/** Whether names stand below comments. */
function Authors({ value, inherited, fault, onChange }: AuthorsProps) {
  const { brand: words } = useMessages().sections;
  const { named, anonymous, ofAccount } = words.authors;
  const own = [
    { id: 'named' as const, label: named },
    { id: 'anonymous' as const, label: anonymous },
  ];
  const options =
    inherited === undefined
      ? own
      : [{ id: 'inherited' as const, label: ofAccount(inherited ? anonymous : named) }, ...own];
  const chosen = value === null && inherited !== undefined ? 'inherited' : value ? 'anonymous' : 'named';
  return (
    <Select<'named' | 'anonymous' | 'inherited'>
      label={words.anonymous_comments}
      advice={words.advice.anonymous_comments}
      fault={fault}
      options={options}
      value={chosen}
      // For an account there is no difference between names and no value.
      onChange={(id) => onChange(id === 'anonymous' ? true : id === 'named' && inherited !== undefined ? false : null)}
    />
  );
}
