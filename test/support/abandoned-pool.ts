import { fileURLToPath } from 'node:url';
import { RenderPool } from '../../src/reporting/renderers/process/render-pool.ts';
import { reportDocument } from './documents.ts';

// Prints the id of its render process, which then hangs, and waits to be killed.
const processFile = fileURLToPath(new URL('./faulty-render-process.ts', import.meta.url));
const pool = new RenderPool({ size: 1, processFile });
const { bytes } = await pool.render(reportDocument(), 'pdf', { deadlineMs: 30_000 });
process.stdout.write(`${new TextDecoder().decode(bytes)}\n`);
await pool.render(reportDocument({ title: 'hang' }), 'pdf', { deadlineMs: 60_000 });
