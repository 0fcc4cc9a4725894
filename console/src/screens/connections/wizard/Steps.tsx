import { useEffect, useRef } from 'react';
import { useMessages } from '../../../messages/messages.tsx';
import type { Drafting, Step } from './draft.ts';
import styles from './wizard.module.css';

const shown = ['source', 'access', 'check', 'finish'] as const;
const ways: readonly Step[] = ['source', 'access', 'resource', 'check', 'finish'];

/** Where one is; steps that lie behind can be gone back to. */
export function Steps({ drafting: { draft, change } }: { readonly drafting: Drafting }) {
  const { steps, stepsLabel } = useMessages().connection;
  const here = useRef<HTMLLIElement>(null);
  const shownStep = useRef(draft.step);
  useEffect(() => {
    if (shownStep.current === draft.step) return;
    shownStep.current = draft.step;
    // The button that led here is gone, and the focus with it.
    here.current?.focus();
  }, [draft.step]);
  const isUpload = typeof draft.naming.path === 'string' && draft.naming.path.startsWith('upload:');
  const visible = shown.filter((step) => step !== 'access' || !isUpload);
  return (
    <nav aria-label={stepsLabel}>
      <ol className={styles.steps}>
        {visible.map((step, index) => {
          const isHere = step === (draft.step === 'resource' ? 'access' : draft.step);
          const isBehind = ways.indexOf(step) < ways.indexOf(draft.step);
          return (
            <li
              key={step}
              className={styles.step}
              {...(isHere && { ref: here, tabIndex: -1, 'aria-current': 'step' as const })}
            >
              <span className={styles.number}>{index + 1}</span>
              {isBehind ? (
                <button type="button" className={styles.stepButton} onClick={() => change({ step })}>
                  {steps[step]}
                </button>
              ) : (
                steps[step]
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
