import { useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { keyed } from '../draft/draft.ts';
import type { DraftFaults } from '../draft/faults.ts';
import { startingSections } from '../draft/starting-sections.ts';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import { Gallery } from '../list/Gallery.tsx';
import { LayoutMenu, Parts } from '../list/Parts.tsx';
import { mostSections, SectionList } from '../list/SectionList.tsx';
import type { OriginOf } from '../list/use-origins.ts';
import { focusOnEditor, useSectionActions } from '../list/use-section-actions.ts';
import type { Source } from '../types.ts';
import type { Choice } from './EditorPane.tsx';
import styles from './ListPane.module.css';

interface ListPaneProps {
  /** Whose figures are shown; null where there is none. */
  readonly projectId: string | null;
  readonly layout: DraftOfLayout;
  readonly choice: Choice | null;
  /** `isForEditing`: the person goes on to what can be changed of it. */
  readonly choose: (choice: Choice, isForEditing?: boolean) => void;
  readonly faults: DraftFaults;
  readonly sources: readonly Source[];
  readonly originOf: OriginOf;
}

/** What a report consists of: parts of the whole, then its sections. */
export function ListPane({ projectId, layout, choice, choose, faults, sources, originOf }: ListPaneProps) {
  const { layout: texts, templates } = useMessages();
  const { list: words, automatic } = texts;
  const { sections, rest } = layout.draft;
  const [isAdding, setAdding] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const { actions, add, said } = useSectionActions({ layout, choice, choose, pane });
  const unconnected = sources.length > 0 ? undefined : rest.slots ? templates.editor.needsSlots : automatic.unconnected;
  const start = () => {
    const first = startingSections(sources, rest.goals ?? []).map(keyed);
    layout.change((draft) => ({ ...draft, sections: first }));
    if (first[0]) choose({ section: first[0].key }, false);
  };
  return (
    <div ref={pane} className={styles.pane}>
      <Parts choice={choice} choose={choose} faults={faults} hasSlots={rest.slots !== undefined} />
      <div className={styles.head}>
        <h2>{words.sections}</h2>
        {sections && <LayoutMenu layout={layout} />}
      </div>
      {sections === null ? (
        <div className={styles.automatic}>
          <strong>{automatic.title}</strong>
          <p>{unconnected ?? automatic.text}</p>
          {!unconnected && <Button onPress={start}>{automatic.start}</Button>}
          {unconnected && rest.slots && (
            <Button onPress={() => choose({ part: 'slots' })}>{templates.slots.title}</Button>
          )}
          {unconnected && !rest.slots && projectId !== null && (
            <ButtonLink look="primary" to="/projects/$projectId/connections/new" params={{ projectId }}>
              {automatic.connect}
            </ButtonLink>
          )}
        </div>
      ) : (
        <>
          {sections.length === 0 && <p className={styles.advice}>{words.empty}</p>}
          <SectionList
            {...actions}
            sections={sections}
            selected={choice && 'section' in choice ? choice.section : null}
            onSelect={(section, isForEditing) => choose({ section }, isForEditing)}
            onOpen={(section) => {
              choose({ section });
              focusOnEditor();
            }}
            faults={faults}
            sources={sources}
            originOf={originOf}
          />
          <Button icon="add" isDisabled={sections.length >= mostSections} onPress={() => setAdding(true)}>
            {words.add}
          </Button>
          {sections.length >= mostSections && <p className={styles.advice}>{words.full}</p>}
          {sections.length > 1 && <p className={`${styles.advice} ${styles.keys}`}>{words.keys}</p>}
        </>
      )}
      {isAdding && (
        <Gallery
          sources={sources}
          onAdd={(section) => {
            setAdding(false);
            add(section);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
