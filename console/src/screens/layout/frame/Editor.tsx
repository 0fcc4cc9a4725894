import { useEffect, useMemo, useState } from 'react';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { type Draft, toSettings } from '../draft/draft.ts';
import { faultsOf } from '../draft/faults.ts';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import type { OriginOf } from '../list/use-origins.ts';
import { PreviewPane, type PreviewPaneProps } from '../preview/PreviewPane.tsx';
import type { Preview } from '../preview/use-preview.ts';
import type { SlotsContext } from '../slots/SlotsEditor.tsx';
import type { Source } from '../types.ts';
import { Bar } from './Bar.tsx';
import { Conflict } from './Conflict.tsx';
import styles from './Editor.module.css';
import { type Choice, EditorPane } from './EditorPane.tsx';
import { Leaving } from './Leaving.tsx';
import { ListPane } from './ListPane.tsx';
import { useKeys } from './use-keys.ts';
import { type View, ViewChoice } from './ViewChoice.tsx';

interface EditorProps {
  readonly layout: DraftOfLayout;
  /** What sections can show. */
  readonly sources: readonly Source[];
  readonly originOf: OriginOf;
  /** Of a template. */
  readonly slots?: SlotsContext;
  readonly preview: Pick<PreviewPaneProps, 'projectId' | 'back' | 'chosen' | 'hasReports' | 'sources' | 'head'> & {
    readonly made: Preview<Draft>;
    /** Where the request for it has what is edited, if not at its root. */
    readonly below?: string;
  };
}

/** The layout as it is edited: its sections, what can be changed of one, and the report as it would be. */
export function Editor({ layout, sources, originOf, slots, preview: { made: preview, below, ...pane } }: EditorProps) {
  const { layout: words } = useMessages();
  const { draft } = layout;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [view, setView] = useState<View>('list');
  const faults = useMemo(
    () => (preview.fault ? faultsOf(preview.fault.error, preview.fault.draft, below) : faultsOf(layout.fault, draft)),
    [preview.fault, layout.fault, draft, below],
  );
  const shown = existing(choice, draft);
  const selected = shown && 'section' in shown ? shown.section : null;
  useKeys(layout);
  useEffect(() => {
    if (layout.isRestored) tell(words.told.restored);
  }, [layout.isRestored, words]);

  const choose = (next: Choice, isForEditing = true) => {
    setChoice(next);
    if (isForEditing) setView('edit');
  };
  const discard = () => {
    layout.takeStored();
    tell(words.told.discarded, 'good', { label: words.bar.undo, run: layout.undo });
  };
  return (
    <div className={styles.editor}>
      <Bar
        layout={layout}
        faults={faultsOf(layout.fault, draft)}
        onDiscard={discard}
        onGoTo={(section) => choose({ section })}
      />
      <Conflict layout={layout} mine={toSettings(draft)} />
      <ViewChoice view={view} onChange={setView} />
      <div className={styles.panes} data-view={view}>
        <div className={styles.list}>
          <ListPane {...{ layout, choose, faults, sources, originOf }} projectId={pane.projectId} choice={shown} />
        </div>
        <div className={styles.edit} id="layout-edit" tabIndex={-1}>
          <EditorPane {...{ draft, faults, sources, slots }} choice={shown} change={layout.change} />
        </div>
        <div className={styles.preview}>
          <PreviewPane
            {...pane}
            preview={preview}
            selected={choice && selected}
            faults={faults}
            onGoTo={(section) => choose({ section })}
          />
        </div>
      </div>
      <Leaving layout={layout} />
    </div>
  );
}

/** What was chosen, if it is still there; else the first section, or what there is to say without sections. */
function existing(choice: Choice | null, { sections }: Draft): Choice | null {
  if (choice && ('part' in choice || sections?.some(({ key }) => key === choice.section))) return choice;
  if (sections === null) return { part: 'texts' };
  return sections[0] ? { section: sections[0].key } : null;
}
