import { useEffect, useMemo, useState } from 'react';
import type { Called } from '../../../api/client.ts';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { type Draft, toSettings } from '../draft/draft.ts';
import { faultsOf } from '../draft/faults.ts';
import { useDraft } from '../draft/use-draft.ts';
import { PreviewPane } from '../preview/PreviewPane.tsx';
import { type PreviewPeriods, usePeriods } from '../preview/use-periods.ts';
import { usePreview } from '../preview/use-preview.ts';
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
  readonly projectId: string;
  readonly project: Called<'getProject'>;
  readonly sources: readonly Source[];
  readonly lastReport: PreviewPeriods | null;
}

/** The layout as it is edited: its sections, what can be changed of one, and the report as it would be. */
export function Editor({ projectId, project, sources, lastReport }: EditorProps) {
  const { layout: words } = useMessages();
  const layout = useDraft(projectId, project, () => tell(words.told.saved));
  const { draft } = layout;
  const chosenPeriods = usePeriods(projectId, project.data.time_zone, lastReport);
  const preview = usePreview(projectId, draft, chosenPeriods.periods);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [view, setView] = useState<View>('list');
  const faults = useMemo(
    () => (preview.fault ? faultsOf(preview.fault.error, preview.fault.draft) : faultsOf(layout.fault, draft)),
    [preview.fault, layout.fault, draft],
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
          <ListPane
            projectId={projectId}
            layout={layout}
            choice={shown}
            choose={choose}
            faults={faults}
            sources={sources}
          />
        </div>
        <div className={styles.edit} id="layout-edit" tabIndex={-1}>
          <EditorPane choice={shown} draft={draft} change={layout.change} faults={faults} sources={sources} />
        </div>
        <div className={styles.preview}>
          <PreviewPane
            projectId={projectId}
            preview={preview}
            chosen={chosenPeriods}
            hasReports={lastReport !== null}
            selected={choice && selected}
            sources={sources}
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
