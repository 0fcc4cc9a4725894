import { plural } from '../plural.ts';

/** Tags and folders of projects: by what lists are narrowed, and what is ticked in them. */
export const labels = {
  filter: 'Tag or folder',
  chosen: 'Shown are only',
  kinds: { tag: 'Tag', folder: 'Folder' },
  tags: 'Tags',
  card: 'Tags and folder',
  about: 'Lists are narrowed by them, and members can be limited to tags.',
  tagsAdvice: 'Press Enter after each.',
  folderAdvice: 'For example a group of clients.',
  wrong: 'A tag has at most 50 characters.',
  manage: 'Tags and folders',
  rename: 'Rename',
  newName: 'New name',
  renamed: (name: string) => `${name} is its name now.`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (count: number) =>
    plural('en', count, {
      one: 'It is taken from # project, which stays. Members who are limited to it see nothing by it any more.',
      other: 'It is taken from # projects, which stay. Members who are limited to it see nothing by it any more.',
    }),
  removed: (name: string) => `${name} is removed.`,
  none: 'No project has a tag or is in a folder yet.',
  tick: (name: string) => `Tick ${name}`,
  tickAll: 'Tick all that are found',
  ticks: 'Ticked',
  ticked: (count: number) => plural('en', count, { one: '# project ticked', other: '# projects ticked' }),
  untick: 'Untick all',
  bar: 'With what is ticked',
  apply: 'Apply',
  limit: {
    tags: 'All with any of these tags',
    advice: 'As of the moment: a project that gets the tag later is seen as well.',
    have: (names: string) => `Tags: ${names}`,
    choose: 'Choose at least one project or tag.',
  },
};
