import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument } from '../src/reporting/documents/model.ts';
import type { RenderPool } from '../src/reporting/renderers/process/render-pool.ts';

// Tells how long the first PDF takes in this thread, which has done nothing else, by the bundled pool in a folder.
const { document, codeCache, folder } = workerData as { document: ReportDocument; codeCache: string; folder: string };
const bundled: { RenderPool: typeof RenderPool } = await import(join(folder, 'main.js'));
await using pool = new bundled.RenderPool({ size: 1, codeCache });
const started = performance.now();
await pool.render(document, 'pdf', { deadlineMs: 60_000 });
parentPort?.postMessage(performance.now() - started);
