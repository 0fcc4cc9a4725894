import type { Answer, Grouped, Groups } from './engine.ts';
import { groupsOfWindows } from './windowed.ts';

/** Ends each key where the server takes texts for equal that differ in the blanks at their ends; `CHR(1)` there. */
const end = '\u0001';

/** The groups of an answer whose keys have their mark. */
export function groupsOfMarkedKeys(answer: Answer, parts: Grouped): Groups {
  const told = groupsOfWindows(answer, parts);
  const plain = (key: unknown) => (typeof key === 'string' && key.endsWith(end) ? key.slice(0, -1) : key);
  const groups = told.groups.map(({ key, secondary, values }) => {
    return { key: plain(key), ...(secondary !== undefined && { secondary: plain(secondary) }), values };
  });
  return { ...told, groups };
}
