import { watchParent } from '../../src/reporting/processes/watch-parent.ts';
import type { RenderRequest } from '../../src/reporting/renderers/process/render.ts';
import type { RenderReply } from '../../src/reporting/renderers/process/render-process.ts';

/** A render process that behaves as the document's title says; otherwise its artifact is its process id. */
function behave(title: string): RenderReply {
  if (title === 'hang') for (;;);
  if (title === 'crash') {
    process.stderr.write('native panic');
    process.exit(7);
  }
  const rssBytes = title === 'grow' ? Number.MAX_SAFE_INTEGER : 0;
  if (title === 'refuse') return { failure: 'refused', rssBytes };
  const bytes = new TextEncoder().encode(String(process.pid));
  return { artifact: { bytes, contentType: 'text/plain', warnings: [] }, rssBytes };
}

process.on('message', (request: RenderRequest) => {
  const { title } = request.format === 'pdf' ? JSON.parse(request.prepared.data) : request.document;
  process.send?.(behave(title));
});
watchParent();
