import type { ExportJob, GenerationJob } from '../types.ts';
import { printable } from './output.ts';

export interface ProgressLine {
  show(job: GenerationJob | ExportJob): void;
  /** Leaves a clean line. */
  end(): void;
}

/** Reports a job's progress on stderr: one line that is rewritten on a terminal, a line for every change otherwise. */
export function progressLine(title: string): ProgressLine {
  const started = performance.now();
  const isTerminal = process.stderr.isTTY;
  let last = '';
  return {
    show({ status, progress }) {
      const { stage, completed, total } = progress;
      const steps = status === 'running' ? `, ${stage}${total > 0 ? ` ${completed} of ${total}` : ''}` : '';
      const text = printable(`${title}: ${status}${steps}`);
      const seconds = Math.round((performance.now() - started) / 1000);
      if (isTerminal) process.stderr.write(`\r\x1b[2K${text} (${seconds} s)`);
      else if (text !== last) process.stderr.write(`${text}\n`);
      last = text;
    },
    end() {
      if (isTerminal && last) process.stderr.write('\n');
    },
  };
}
