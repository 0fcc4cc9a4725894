import type { Period, Sort } from './types.ts';

/** What the screen asks for when it opens: about two screens, since more would take longer to draw than somebody scrolls. */
export const firstLook = {
  period: 'month' as Period,
  sort: 'off_course' as Sort,
  direction: 'desc' as 'asc' | 'desc',
  per_page: 20,
};
