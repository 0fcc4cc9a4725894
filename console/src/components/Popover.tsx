import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './Popover.module.css';

interface PopoverProps extends Omit<ComponentProps<'div'>, 'ref' | 'className'> {
  readonly itself?: RefObject<HTMLDivElement | null>;
  /** What it comes up at. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Whether their ends are in line, not their beginnings. */
  readonly isAtEnd?: boolean;
}

/** What comes up for as long as it is drawn: the browser's own popover, above all else, dialogs too. */
export function Popover({ itself, anchor, isAtEnd = false, ...props }: PopoverProps) {
  const own = useRef<HTMLDivElement>(null);
  const popover = itself ?? own;
  useLayoutEffect(() => {
    const shown = popover.current;
    shown?.showPopover();
    return () => shown?.hidePopover();
  }, [popover]);
  // After every change, since its size is another one then.
  useLayoutEffect(() => {
    const put = () => popover.current && anchor.current && place(popover.current, anchor.current, isAtEnd);
    put();
    addEventListener('resize', put);
    addEventListener('scroll', put, true);
    return () => {
      removeEventListener('resize', put);
      removeEventListener('scroll', put, true);
    };
  });
  return <div popover="auto" {...props} ref={popover} className={styles.popover} />;
}

/** Pixels between the two, and to the edges of the window. */
const [gap, margin, highest] = [4, 8, 320];

/** Below the anchor, or above where there is more room. */
function place(popover: HTMLElement, anchor: HTMLElement, isAtEnd: boolean): void {
  const { top, bottom, left, right, width } = anchor.getBoundingClientRect();
  const { style } = popover;
  const [above, below] = [top, (visualViewport?.height ?? innerHeight) - bottom].map((room) => room - gap - margin);
  style.minInlineSize = `${width}px`;
  style.maxBlockSize = `${highest}px`;
  const isAbove = popover.offsetHeight > (below ?? 0) && (above ?? 0) > (below ?? 0);
  style.maxBlockSize = `${Math.min(highest, (isAbove ? above : below) ?? highest)}px`;
  const { offsetWidth, offsetHeight } = popover;
  const isAtRight = isAtEnd !== (getComputedStyle(anchor).direction === 'rtl');
  const wanted = isAtRight ? right - offsetWidth : left;
  const farthest = document.documentElement.clientWidth - offsetWidth - margin;
  style.left = `${Math.max(margin, Math.min(wanted, farthest))}px`;
  style.top = `${isAbove ? top - gap - offsetHeight : bottom + gap}px`;
}
