import { TextField } from '../../../components/fields.tsx';
import { PictureField } from '../../../components/PictureField.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { EditorOf } from './FigureEditors.tsx';

/** A picture, what it shows for those who do not see it, and a line below it. */
export function ImageEditor({ section, onChange, faults }: EditorOf<'image'>) {
  const words = useMessages().sections.image;
  return (
    <>
      <PictureField
        label={words.picture}
        value={section.picture || null}
        onChange={(picture) => onChange({ ...section, picture: picture ?? '' })}
        isRemovable={false}
        fault={section.picture === '' && faults.picture ? words.missing : faults.picture}
      />
      <TextField
        label={words.alternative}
        advice={words.alternativeAdvice}
        isRequired
        value={section.alternative}
        onChange={(alternative) => onChange({ ...section, alternative })}
        fault={
          faults.alternative && (section.alternative.trim() === '' ? words.alternativeMissing : faults.alternative)
        }
        maxLength={500}
      />
      <TextField
        label={words.caption}
        value={section.caption ?? ''}
        onChange={(caption) => onChange({ ...section, caption: caption || null })}
        fault={faults.caption}
        maxLength={500}
      />
    </>
  );
}
