import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pathOfService } from '../../../api/base.ts';
import styles from './Preview.module.css';
import type { PreviewPage } from './use-preview.ts';

/** Where somebody reads: pixels below the top of a section, counted from 1; 0 is what is above the first. */
interface Place {
  readonly section: number;
  readonly offset: number;
}

/** A page that does not say that it is in place is shown after as many milliseconds. */
const patienceMs = 200;
/** Room above the section that somebody goes to. */
const margin = -16;

/**
 * The page, and above it the one before it, until the new one is drawn and at the place where the old one was read: so
 * nothing flashes. Each has a frame of its own, as going on in the same would be a step for the browser's back button.
 */
export function Frames({
  page,
  title,
  selected,
  onShown,
}: {
  readonly page: PreviewPage;
  readonly title: string;
  /** The name of the section that the page goes to when it changes. */
  readonly selected: string | null;
  readonly onShown: (page: PreviewPage) => void;
}) {
  const [shown, setShown] = useState<PreviewPage | null>(null);
  const frames = useRef(new Map<string, HTMLIFrameElement>());
  const reading = useRef<Place>({ section: 0, offset: 0 });
  const awaited = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useEffectEvent((next: PreviewPage) => {
    clearTimeout(timer.current);
    if (shown && frames.current.get(shown.id) === document.activeElement) frames.current.get(next.id)?.focus();
    setShown(next);
    onShown(next);
  });
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      const [id] = [...frames.current].find(([, frame]) => frame.contentWindow === source) ?? [];
      if (id === undefined || !isPlace(data)) return;
      if (id === page.id && id !== shown?.id) show(page);
      reading.current = data;
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [page, shown]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const goTo = useEffectEvent(() => {
    if (selected === null) return;
    const section = shown ? numberOf(shown, selected) : 0;
    if (!shown || section === 0) awaited.current = selected;
    else frames.current.get(shown.id)?.contentWindow?.postMessage({ section, offset: margin, smooth: true }, '*');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there when another one is selected, and only then.
  useEffect(() => goTo(), [selected]);

  const bringIntoPlace = (frame: HTMLIFrameElement) => {
    const place = placeIn(page, shown, reading.current, awaited.current);
    if (awaited.current !== null && numberOf(page, awaited.current) > 0) awaited.current = null;
    frame.contentWindow?.postMessage(place, '*');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(page), patienceMs);
  };

  return [shown, page]
    .filter((one, index) => one !== null && (index > 0 || one.id !== page.id))
    .map((one) => {
      const isShown = one?.id === shown?.id;
      return (
        <iframe
          key={one?.id}
          ref={(frame) => {
            if (frame && one) frames.current.set(one.id, frame);
            return () => void (one && frames.current.delete(one.id));
          }}
          className={isShown ? styles.shown : styles.coming}
          title={title}
          sandbox="allow-scripts"
          src={pathOfService(one?.url ?? '')}
          {...(!isShown && { 'aria-hidden': true, tabIndex: -1 })}
          {...(one?.id === page.id && !isShown && { onLoad: (event) => bringIntoPlace(event.currentTarget) })}
        />
      );
    });
}

/** Where the new page opens: at the section that has been waited for, else where the one before it was read. */
function placeIn(
  page: PreviewPage,
  before: PreviewPage | null,
  { section, offset }: Place,
  awaited: string | null,
): Place {
  const wanted = awaited === null ? 0 : numberOf(page, awaited);
  if (wanted > 0) return { section: wanted, offset: margin };
  const key = before?.keys[section - 1] ?? null;
  const same = key === null ? 0 : numberOf(page, key);
  return { section: same > 0 ? same : section, offset };
}

function numberOf({ keys }: PreviewPage, key: string): number {
  return keys.indexOf(key) + 1;
}

function isPlace(data: unknown): data is Place {
  const { section, offset } = (typeof data === 'object' && data !== null ? data : {}) as Partial<Place>;
  return typeof section === 'number' && typeof offset === 'number';
}
