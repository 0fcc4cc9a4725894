import { useEffect, useMemo, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/fields.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Source } from '../types.ts';
import styles from './Editors.module.css';
import { FigureDialog } from './FigureDialog.tsx';
import type { EditorOf } from './FigureEditors.tsx';
import { type Edited, insertBlock, insertText, toggleLines, toggleMarks } from './markdown-edits.ts';
import { placeholderNamesOf, showNames, storeNames } from './placeholder-names.ts';
import { isKnown, placeholderNames, placeholderText } from './placeholders.ts';

/** Own words in Markdown, with buttons for what one would otherwise have to know, and figures chosen by their names. */
export function TextEditor({ section, onChange, faults, sources }: EditorOf<'text'>) {
  const words = useMessages().sections.text;
  const area = useRef<HTMLTextAreaElement>(null);
  const wasIn = useRef(false);
  const next = useRef<{ readonly start: number; readonly end: number } | null>(null);
  const [isInserting, setInserting] = useState(false);
  useEffect(() => {
    if (!next.current) return;
    const { start, end } = next.current;
    next.current = null;
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  });
  const names = useMemo(() => placeholderNamesOf(sources, words), [sources, words]);
  const shown = showNames(section.markdown, names);
  const write = (text: string) => onChange({ ...section, markdown: storeNames(text, names) });
  const edit = (change: (now: Edited) => Edited) => {
    // Where nobody has put the cursor yet, one goes on at the end.
    const { selectionStart, selectionEnd } = (wasIn.current && area.current) || endOf(shown);
    const { text, start, end } = change({ text: shown, start: selectionStart, end: selectionEnd });
    next.current = { start, end };
    write(text);
  };
  return (
    <>
      <div className={styles.group}>
        <Toolbar aria-label={words.tools} className={styles.toolbar ?? ''}>
          <Button
            icon="bold"
            aria-label={words.bold}
            onPress={() => edit((now) => toggleMarks(now, '**', words.sample))}
          />
          <Button icon="heading" aria-label={words.heading} onPress={() => edit((now) => toggleLines(now, '## '))} />
          <Button icon="list" aria-label={words.list} onPress={() => edit((now) => toggleLines(now, '- '))} />
          <Button
            icon="table"
            aria-label={words.table}
            onPress={() => edit((now) => insertBlock(now, words.tableSample))}
          />
          <Button icon="add" onPress={() => setInserting(true)}>
            {words.insertFigure}
          </Button>
        </Toolbar>
        <TextArea
          label={words.label}
          advice={words.advice}
          areaRef={area}
          onFocus={() => {
            wasIn.current = true;
          }}
          rows={12}
          isRequired
          value={shown}
          onChange={write}
          fault={faults.markdown}
        />
      </div>
      <Unknown text={section.markdown} sources={sources} />
      {isInserting && (
        <FigureDialog
          sources={sources}
          onClose={() => setInserting(false)}
          onInsert={(placeholder) => {
            setInserting(false);
            edit((now) => insertText(now, showNames(placeholderText(placeholder), names)));
          }}
        />
      )}
    </>
  );
}

function endOf({ length }: string) {
  return { selectionStart: length, selectionEnd: length };
}

/** What stands in double braces and is no figure. */
function Unknown({ text, sources }: { readonly text: string; readonly sources: readonly Source[] }) {
  const words = useMessages().sections.text;
  const unknown = placeholderNames(text).filter((name) => !isKnown(name, sources));
  if (unknown.length === 0) return null;
  return <Note tone="warning" title={words.unknown} text={unknown.map((name) => `{{${name}}}`).join(', ')} />;
}
