import { type RefObject, useState } from 'react';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { changeSections, type KeyedSection, keyed, moved, movedBy } from '../draft/draft.ts';
import type { DraftOfLayout } from '../draft/use-draft.ts';
import type { Choice } from '../frame/EditorPane.tsx';
import type { Section } from '../types.ts';
import { nameOf } from './names.ts';
import { rowButton, type SectionActions } from './SectionList.tsx';

interface Context {
  readonly layout: DraftOfLayout;
  readonly choice: Choice | null;
  readonly choose: (choice: Choice, isForEditing?: boolean) => void;
  readonly pane: RefObject<HTMLElement | null>;
}

/** What can be done with sections; the choice and the focus go along, and what happened is said (`said`). */
export function useSectionActions({ layout, choice, choose, pane }: Context) {
  const messages = useMessages();
  const { told, bar } = messages.layout;
  const [said, setSaid] = useState('');
  const sections = layout.draft.sections ?? [];
  const change = (next: (sections: readonly KeyedSection[]) => readonly KeyedSection[]) =>
    layout.change((draft) => changeSections(draft, next));

  const rearrange = (key: string, next: readonly KeyedSection[]) => {
    const index = next.findIndex((one) => one.key === key);
    const section = next[index]?.section;
    change(() => next);
    if (section) setSaid(told.placed(nameOf(section, messages), index + 1, next.length));
  };
  const insert = (section: Section, after: string | null) => {
    const made = keyed(section);
    const index = sections.findIndex(({ key }) => key === after);
    change((now) => now.toSpliced(index < 0 ? now.length : index + 1, 0, made));
    return made.key;
  };
  const actions: SectionActions = {
    move(key, steps) {
      rearrange(key, movedBy(sections, key, steps));
      focusOnRow(pane, key);
    },
    place: (key, target, place) => rearrange(key, moved(sections, new Set([key]), target, place)),
    duplicate(key) {
      const section = sections.find((one) => one.key === key)?.section;
      if (!section) return;
      const copy = insert(section, key);
      choose({ section: copy }, false);
      focusOnRow(pane, copy);
    },
    remove(key) {
      const index = sections.findIndex((one) => one.key === key);
      const removed = sections[index];
      if (!removed) return;
      change((now) => now.filter((one) => one.key !== key));
      tell(told.removed(nameOf(removed.section, messages)), 'good', {
        label: bar.undo,
        run: () => change((now) => (now.some((one) => one.key === key) ? now : now.toSpliced(index, 0, removed))),
      });
      const neighbour = sections[index + 1] ?? sections[index - 1];
      if (!neighbour) return;
      choose({ section: neighbour.key }, false);
      focusOnRow(pane, neighbour.key);
    },
  };
  const add = (section: Section) => {
    const key = insert(section, choice && 'section' in choice ? choice.section : null);
    choose({ section: key });
    focusOnRow(pane, key);
  };
  return { actions, add, said };
}

/** Goes on to what can be changed of the section, as soon as that is there. */
export function focusOnEditor(): void {
  requestAnimationFrame(() => {
    const pane = document.getElementById('layout-edit');
    const field = pane?.querySelector<HTMLElement>('input, textarea, select, button');
    (field ?? pane)?.focus();
  });
}

const mostFrames = 60;

/** Gives the focus to a row once it is there and no menu or dialog is, as these give it back to where it was. */
function focusOnRow(pane: RefObject<HTMLElement | null>, key: string, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const row = rowButton(pane.current, key);
    if (row && !document.querySelector('[role=dialog], [role=menu]')) row.focus();
    if (frames > 0 && document.activeElement !== row) focusOnRow(pane, key, frames - 1);
  });
}
