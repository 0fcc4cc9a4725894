import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';
import styles from './templates.module.css';
import type { Sample } from './use-sample.ts';

/** Whose figures the preview of a template shows, and the choice of another project. */
export function SampleChoice({ sample: { project, isNone, choose } }: { readonly sample: Sample }) {
  const { templates, common } = useMessages();
  const words = templates.editor;
  const [isChoosing, setChoosing] = useState(false);
  if (isNone) return <Note title={words.noSample} text={words.noSampleText} />;
  return (
    <div className={styles.line}>
      <span>
        {words.sample} <strong>{project && <bdi>{project.name}</bdi>}</strong>
      </span>
      <Button look="quiet" onPress={() => setChoosing(true)}>
        {words.another}
      </Button>
      {isChoosing && (
        <Dialog isOpen title={words.sampleTitle} onClose={() => setChoosing(false)}>
          <ProjectChoice
            value={project?.id ?? null}
            onChange={(id) => {
              choose(id);
              setChoosing(false);
            }}
          />
          <DialogActions>
            <Button onPress={() => setChoosing(false)}>{common.cancel}</Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}
