import type { ReactNode } from 'react';

/** Strokes on a field of 20 by 20; those that point along the line are mirrored where lines run from right to left. */
const drawings = {
  home: <path d="M3 9l7-6 7 6v8h-5v-5H8v5H3z" />,
  projects: <path d="M3 5h5l2 2h7v9H3z" />,
  templates: <path d="M3 4h14v4H3zM3 11h6v5H3zM12 11h5v5h-5z" />,
  connections: <path d="M7 13l6-6M8.5 6.5l2-2a3.5 3.5 0 0 1 5 5l-2 2M11.5 13.5l-2 2a3.5 3.5 0 0 1-5-5l2-2" />,
  schedules: <path d="M10 6v4l3 2M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z" />,
  brand: (
    <path d="M10 3a7 7 0 1 0 0 14c1.5 0 1.5-1 1-2-.6-1.2 0-2 1-2h2c1.8 0 3-1 3-3 0-4-3-7-7-7zM6.5 10h0M8 6.5h0M12 6.5h0" />
  ),
  members: (
    <path d="M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 17c0-3 2-5 5-5s5 2 5 5M13 10a2.5 2.5 0 1 0-1-4.8M14 12.5c2 .3 3.5 2 3.5 4.5" />
  ),
  tokens: <path d="M13 10.5a3.5 3.5 0 1 0-3.3-2.3L3 15v2h3v-2h2v-2l1.8-1.8c.9.2 2 .1 3.2-.7zM13.5 6.5h0" />,
  usage: <path d="M4 16v-5M10 16V4M16 16V8" />,
  audit: <path d="M5 3h7l3 3v11H5zM8 9h4M8 12h4" />,
  administration: <path d="M10 3l6 2v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V5zM7.5 10l2 2 3.5-4" />,
  report: <path d="M5 3h7l3 3v11H5zM8 13v-2M10 13V9M12 13v-3" />,
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
  add: <path d="M10 4v12M4 10h12" />,
  more: <path d="M4.5 10h0M10 10h0M15.5 10h0" strokeWidth={2.5} />,
  check: <path d="M4 10.5l4 4 8-9" />,
  chevron: <path d="M5.5 8l4.5 4.5L14.5 8" />,
  up: <path d="M5.5 12l4.5-4.5 4.5 4.5" />,
  forward: <path d="M8 5l5 5-5 5" />,
  back: <path d="M12 5l-5 5 5 5" />,
  search: <path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5L17 17" />,
  download: <path d="M10 3v9M6 8.5l4 4 4-4M4 16.5h12" />,
  upload: <path d="M10 13V4M6 7.5l4-4 4 4M4 16.5h12" />,
  copy: <path d="M7 7h9v9H7zM4 13V4h9" />,
  chat: <path d="M3 4h14v9H9l-4 4v-4H3z" />,
  link: <path d="M7 13l6-6M8.5 6.5l2-2a3.5 3.5 0 0 1 5 5l-2 2M11.5 13.5l-2 2a3.5 3.5 0 0 1-5-5l2-2" />,
  mail: <path d="M3 5h14v10H3zM3 6l7 5 7-5" />,
  edit: <path d="M4 16l.8-3.5L13 4.3l2.7 2.7-8.2 8.2z" />,
  remove: <path d="M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6M8.5 9v5M11.5 9v5" />,
  warning: <path d="M10 3.5L17.5 16h-15zM10 8.5v3.5M10 14h0" />,
  info: <path d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9v4.5M10 6.5h0" />,
  bold: <path d="M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z" strokeWidth={2} />,
  heading: <path d="M5 4v12M15 4v12M5 10h10" strokeWidth={2} />,
  list: <path d="M8 5h8M8 10h8M8 15h8M4 5h0M4 10h0M4 15h0" strokeWidth={1.8} />,
  table: <path d="M3 4h14v12H3zM3 8h14M8 8v8" />,
  undo: <path d="M7 4L3.5 7.5 7 11M4 7.5h7a4.5 4.5 0 0 1 0 9H8" />,
  redo: <path d="M13 4l3.5 3.5L13 11M16 7.5H9a4.5 4.5 0 0 0 0 9h3" />,
  drag: <path d="M7.5 5h0M12.5 5h0M7.5 10h0M12.5 10h0M7.5 15h0M12.5 15h0" strokeWidth={2.2} />,
  external: <path d="M11 4h5v5M16 4l-7 7M8 5H4v11h11v-4" />,
  refresh: <path d="M15.5 7A6.5 6.5 0 1 0 16.5 11M16 3v4h-4" />,
  eye: <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

const mirrored: ReadonlySet<IconName> = new Set(['forward', 'back', 'undo', 'redo', 'external']);

/** A picture beside a word that says the same; assistive technology passes it over. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className={mirrored.has(name) ? 'icon mirrored' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  );
}
