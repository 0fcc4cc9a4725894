import { useMessages } from '../../../messages/messages.tsx';
import { ProjectBrandEditor } from '../brand/ProjectBrand.tsx';
import { changeSections, type Draft } from '../draft/draft.ts';
import { below, type DraftFaults } from '../draft/faults.ts';
import type { Change } from '../draft/use-draft.ts';
import { GoalsEditor } from '../goals/GoalsEditor.tsx';
import { ReportTexts } from '../ReportTexts.tsx';
import { SectionEditor } from '../sections/SectionEditor.tsx';
import { type SlotsContext, SlotsEditor } from '../slots/SlotsEditor.tsx';
import type { Source } from '../types.ts';
import styles from './Editor.module.css';

/** What is being edited: a section by its name, or a part of the whole report. */
export type Choice = { readonly part: 'slots' | 'texts' | 'goals' | 'brand' } | { readonly section: string };

interface EditorPaneProps {
  readonly choice: Choice | null;
  readonly draft: Draft;
  readonly change: (change: Change, subject?: string | null) => void;
  readonly faults: DraftFaults;
  readonly sources: readonly Source[];
  /** Of a template. */
  readonly slots?: SlotsContext | undefined;
}

/** What can be changed of the section, or part, that is chosen. */
export function EditorPane(props: EditorPaneProps) {
  const { layout } = useMessages();
  const { choice } = props;
  if (!choice) return <p className={styles.advice}>{layout.automatic.choose}</p>;
  return 'part' in choice ? (
    <PartPane {...props} part={choice.part} />
  ) : (
    <SectionPane {...props} name={choice.section} />
  );
}

function SectionPane({ name, draft, change, faults, sources }: EditorPaneProps & { readonly name: string }) {
  const { sections } = useMessages();
  const section = draft.sections?.find(({ key }) => key === name)?.section;
  if (!section) return null;
  const { name: kind, text } = sections.kinds[section.type];
  const own = faults.sections.get(name) ?? {};
  return (
    <>
      <header>
        <h2>{kind}</h2>
        <p className={styles.advice}>{text}</p>
      </header>
      {own[''] && <p className={styles.fault}>{own['']}</p>}
      <SectionEditor
        key={name}
        section={section}
        onChange={(next) =>
          change(
            (now) =>
              changeSections(now, (all) => all.map((one) => (one.key === name ? { key: name, section: next } : one))),
            name,
          )
        }
        faults={own}
        sources={sources}
        goals={draft.rest.goals ?? []}
      />
    </>
  );
}

function PartPane({
  part,
  draft,
  change,
  faults,
  sources,
  slots,
}: EditorPaneProps & { readonly part: Extract<Choice, { part: unknown }>['part'] }) {
  const { layout, templates } = useMessages();
  const words = { ...layout.list, slots: templates.slots.title };
  const { rest } = draft;
  const put = (fields: Partial<Draft['rest']>) => change((now) => ({ ...now, rest: { ...now.rest, ...fields } }), part);
  const pick = <Name extends keyof Draft['rest']>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, rest[name]])) as Pick<Draft['rest'], Name>;
  return (
    <>
      <h2>{words[part]}</h2>
      {part === 'slots' && slots && (
        <SlotsEditor {...slots} draft={draft} change={change} faults={below(faults.rest, 'slots')} />
      )}
      {part === 'texts' && <ReportTexts texts={pick('title', 'on_failure')} onChange={put} faults={faults.rest} />}
      {part === 'goals' && (
        <GoalsEditor
          goals={rest.goals ?? []}
          onChange={(goals) => put({ goals: [...goals] })}
          faults={below(faults.rest, 'goals')}
          sources={sources}
          sections={draft.sections?.map(({ section }) => section) ?? []}
        />
      )}
      {part === 'brand' && (
        <ProjectBrandEditor brand={pick('brand', 'logo', 'accent_color')} onChange={put} faults={faults.rest} />
      )}
    </>
  );
}
