import type { CommentedDocument } from '../../documents/comments.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type { NotesOnce } from './notes-once.ts';

/** The room left: rows of tables, and for texts lines, characters and formatting marks such as `*`. */
export interface Room {
  rows: number;
  lines: number;
  characters: number;
  marks: number;
}

export type Medium = 'paper' | 'web';

/** The context of a section view: the document, and whether the report compares two periods. */
export interface SectionContext {
  readonly document: CommentedDocument;
  readonly labels: Labels;
  readonly compared: boolean;
  readonly notes: NotesOnce;
  /** Both periods as texts. */
  readonly periods: { readonly current: string; readonly compare: string | null };
  /** Paper has room for fewer rows of a table. */
  readonly medium: Medium;
  /** What earlier sections left for this one. */
  readonly room: Room;
}
