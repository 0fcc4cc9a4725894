import type { ReactNode } from 'react';
import type { SectionType } from '../types.ts';

const accent = 'var(--accent)';
const soft = 'color-mix(in srgb, var(--accent) 45%, var(--background))';
const faint = 'var(--rule)';
const ink = 'var(--muted)';

/** A heading and, below it, what the section shows. */
function sheet(content: ReactNode): ReactNode {
  return (
    <svg viewBox="0 0 96 64" width="96" height="64" fill="none" aria-hidden="true">
      <rect x="0.5" y="0.5" width="95" height="63" rx="4" fill="var(--background)" stroke={faint} />
      <path d="M10 11h30" stroke={ink} strokeWidth={3} strokeLinecap="round" />
      {content}
    </svg>
  );
}

const line = (y: number, to: number, color = faint) => (
  <path key={`${y}-${to}`} d={`M10 ${y}h${to - 10}`} stroke={color} strokeWidth={2.5} strokeLinecap="round" />
);

const bar = (x: number, y: number, width: number, height: number, color = accent) => (
  <rect key={`${x}-${y}-${color}`} x={x} y={y} width={width} height={height} rx="1.5" fill={color} />
);

/** What each kind of section looks like on paper. */
export const pictures: Readonly<Record<SectionType, ReactNode>> = {
  highlights: sheet(
    [24, 37, 50].map((y, index) => (
      <g key={y}>
        <circle cx="13" cy={y} r="3" fill={index === 1 ? soft : accent} />
        <path d={`M22 ${y}h${[60, 48, 54][index]}`} stroke={faint} strokeWidth={3} strokeLinecap="round" />
      </g>
    )),
  ),
  kpis: sheet(
    [10, 37, 64].map((x) => (
      <g key={x}>
        <rect x={x} y="20" width="22" height="33" rx="2.5" fill="var(--tint)" />
        {bar(x + 4, 26, 10, 2, ink)}
        {bar(x + 4, 33, 14, 5)}
        {bar(x + 4, 45, 8, 2, 'var(--good)')}
      </g>
    )),
  ),
  timeseries: sheet(
    <>
      {[26, 40, 54].map((y) => line(y, 86))}
      <path
        d="M10 49l12-7 12 4 14-15 13 6 12-13 13 4"
        stroke={accent}
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>,
  ),
  breakdown: sheet(
    [24, 36, 48].map((y, index) => (
      <g key={y}>
        {bar(10, y - 1, 18, 3, ink)}
        {bar(34, y - 3, [50, 34, 20][index] ?? 0, 7, index === 0 ? accent : soft)}
      </g>
    )),
  ),
  heatmap: sheet(
    [19, 27, 35, 43, 51].map((y, row) => (
      <g key={y}>
        {[10, 23, 36, 49, 62, 75].map((x, column) =>
          bar(x, y, 11, 6, [faint, soft, accent, soft][(row + column * 2 + row * column) % 4]),
        )}
      </g>
    )),
  ),
  channels: sheet(
    [22, 32, 42, 54].map((y, row) => (
      <g key={y}>
        {bar(10, y - 1, 22, 3, row === 3 ? accent : ink)}
        {[46, 62, 78].map((x) => bar(x, y - 1, 9, 3, row === 3 ? accent : soft))}
        {row === 2 && line(48, 86)}
      </g>
    )),
  ),
  funnel: sheet(
    [20, 31, 42, 53].map((y, index) => {
      const width = [76, 56, 38, 20][index] ?? 0;
      return bar(48 - width / 2, y - 2, width, 8, index === 3 ? accent : soft);
    }),
  ),
  gallery: sheet(
    [10, 37, 64].map((x, index) => (
      <g key={x}>
        <rect x={x} y="20" width="22" height="36" rx="2.5" fill="var(--tint)" />
        <rect x={x} y="20" width="22" height="16" rx="2.5" fill={index === 1 ? accent : soft} />
        {bar(x + 4, 40, 14, 2, ink)}
        {bar(x + 4, 46, 9, 2, ink)}
        {bar(x + 4, 51, 6, 2, 'var(--good)')}
      </g>
    )),
  ),
  goals: sheet(
    [27, 47].map((y, index) => (
      <g key={y}>
        {bar(10, y - 6, 24, 3, ink)}
        {bar(10, y, 76, 6, faint)}
        {bar(10, y, index === 0 ? 58 : 40, 6)}
        <path d={`M${index === 0 ? 52 : 66} ${y - 3}v12`} stroke="var(--text)" strokeWidth={2} />
      </g>
    )),
  ),
  text: sheet([22, 30, 38, 46, 54].map((y, index) => line(y, [84, 78, 86, 80, 48][index] ?? 0, soft))),
  image: sheet(
    <>
      <rect x="10" y="19" width="76" height="36" rx="2.5" fill="var(--tint)" />
      <circle cx="24" cy="28" r="4" fill={soft} />
      <path d="M12 54l20-17 12 9 16-15 24 23z" fill={accent} />
    </>,
  ),
  page_break: (
    <svg viewBox="0 0 96 64" width="96" height="64" fill="none" aria-hidden="true">
      <path d="M16 0v20h64V0M16 64V44h64v20" stroke={faint} strokeWidth={1.5} />
      {[6, 13].map((y) => bar(26, y, 44, 3, faint))}
      {[51, 58].map((y) => bar(26, y, 44, 3, faint))}
      <path d="M6 32h84" stroke={accent} strokeWidth={2.5} strokeDasharray="6 5" strokeLinecap="round" />
    </svg>
  ),
};
