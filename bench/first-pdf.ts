import { parentPort, workerData } from 'node:worker_threads';
import type { ReportDocument } from '../src/documents/model.ts';
import { RenderPool } from '../src/renderers/render-pool.ts';

// Tells how long the first PDF takes in this thread, which has done nothing else.
const { document, codeCache } = workerData as { document: ReportDocument; codeCache: string };
await using pool = new RenderPool({ size: 1, codeCache });
const started = performance.now();
await pool.render(document, 'pdf', { deadlineMs: 60_000 });
parentPort?.postMessage(performance.now() - started);
