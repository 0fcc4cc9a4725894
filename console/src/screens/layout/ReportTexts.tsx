import { RadioGroup, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { ReportTextsProps } from './types.ts';

/** What is said of every report: its title, and what happens when a system does not answer. */
export function ReportTexts({ texts, onChange, faults }: ReportTextsProps) {
  const words = useMessages().sections.texts;
  return (
    <>
      <TextField
        label={words.title}
        advice={words.titleAdvice}
        placeholder={words.standardTitle}
        value={texts.title ?? ''}
        onChange={(title) => onChange({ ...texts, title: title || null })}
        fault={faults.title}
        maxLength={200}
      />
      <RadioGroup<'block' | 'omit'>
        label={words.onFailure}
        options={[
          { id: 'block', label: words.block, advice: words.blockAdvice },
          { id: 'omit', label: words.omit, advice: words.omitAdvice },
        ]}
        value={texts.on_failure ?? 'block'}
        onChange={(on_failure) => onChange({ ...texts, on_failure })}
        fault={faults.on_failure}
      />
    </>
  );
}
