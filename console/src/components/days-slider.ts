import type { KeyboardEvent, PointerEvent } from 'react';

const isMirrored = (element: Element) => getComputedStyle(element).direction === 'rtl';

/** The day of a chart that an arrow key leads to; undefined for other keys. */
export function moved({ key, currentTarget }: KeyboardEvent, from: number, last: number): number | undefined {
  const ahead = isMirrored(currentTarget) ? -1 : 1;
  const steps: Record<string, number> = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowUp: 1, ArrowDown: -1 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, from + step));
}

/** The day of a chart that is under the pointer. */
export function dayUnder({ clientX, currentTarget }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const share = (clientX - left) / width;
  const index = Math.floor((isMirrored(currentTarget) ? 1 - share : share) * count);
  return Math.min(count - 1, Math.max(0, index));
}
