/** Whose the reports of an account are. */
export const brand = {
  title: 'Brand',
  about: 'How your reports look, and who they come from. A project can have values of its own.',
  save: 'Save brand',
  unsaved: 'Not saved yet',
  discard: 'Discard changes',
  remove: 'Remove brand',
  removeText: 'Name, logo, colours and texts are gone from reports made from now on. Those that are made keep theirs.',
  removed: 'The brand is removed.',
  unfinished: 'This is what you had begun.',
  conflict: 'Somebody else has changed the brand meanwhile.',
  takeTheirs: 'Show theirs',
  keepMine: 'Save mine all the same',
  preview: 'How a cover looks',
  previewNote: 'The font itself is shown in reports.',
  sample: { title: 'Monthly report', client: 'Your client', visits: 'Visits' },
  preparedBy: (name: string) => `Prepared by ${name}`,
};
