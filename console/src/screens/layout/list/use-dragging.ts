import { type PointerEvent, type RefObject, useEffect, useState } from 'react';

/** Where a row would go: before or after another one. */
interface Target {
  readonly key: string;
  readonly place: 'before' | 'after';
}

type MoveTo = (key: string, target: string, place: Target['place']) => void;

/** Moves rows (`data-key`) of a list by a handle, with a mouse or a finger; Escape leaves them where they were. */
export function useDragging(list: RefObject<HTMLElement | null>, place: MoveTo) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  useEffect(() => {
    if (dragged === null) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setDragged(null);
      setTarget(null);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [dragged]);
  const handle = (key: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(key);
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (dragged !== null) setTarget(targetAt(list.current, clientY));
    },
    onPointerUp() {
      if (dragged !== null && target && target.key !== dragged) place(dragged, target.key, target.place);
      end();
    },
    onPointerCancel: end,
  });
  return { dragged, target: dragged === target?.key ? null : target, handle };
}

/** The row whose upper half begins below the pointer, or the last one; it is brought in sight. */
function targetAt(list: HTMLElement | null, y: number): Target | null {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  const below = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  const row = below ?? rows.at(-1);
  row?.scrollIntoView({ block: 'nearest' });
  const { key } = row?.dataset ?? {};
  return key === undefined ? null : { key, place: below ? 'before' : 'after' };
}
