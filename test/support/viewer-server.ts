import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommentedDocument } from '../../src/reporting/documents/comments.ts';
import { viewerAssets } from '../../src/reporting/renderers/html/assets.ts';
import type { ViewerDownload } from '../../src/reporting/renderers/html/downloads.ts';
import { fontAssets } from '../../src/reporting/renderers/html/font-assets.ts';
import { viewerPolicy } from '../../src/reporting/renderers/html/policies.ts';
import { renderHtml } from '../../src/reporting/renderers/html/render-html.ts';

export const downloads: readonly ViewerDownload[] = [
  { format: 'pdf', href: '/files/report.pdf', sizeBytes: 183_500 },
  { format: 'doc', href: '/files/report.docx', sizeBytes: 1_240_000 },
];

export interface ViewerServer extends AsyncDisposable {
  readonly url: string;
  /** The address of a report's page. */
  show(document: CommentedDocument): string;
}

/** Serves web pages of reports with their Content-Security-Policy, and their assets, on 127.0.0.1. */
export async function startViewerServer(): Promise<ViewerServer> {
  const reports: CommentedDocument[] = [];
  const server = createServer((request, response) => {
    const [, folder = '', name = ''] = (request.url ?? '').split('/');
    const asset = folder === 'assets' ? (viewerAssets.get(name) ?? fontAssets.get(name)) : undefined;
    const report = folder === 'reports' ? reports[Number(name)] : undefined;
    response.setHeader('content-security-policy', viewerPolicy('bm9uY2U='));
    if (asset) return void response.setHeader('content-type', asset.contentType).end(asset.body);
    if (!report) return void response.writeHead(404).end();
    const page = renderHtml(report, { downloads, assets: '/assets', nonce: 'bm9uY2U=' });
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    show: (document) => `${url}/reports/${reports.push(document) - 1}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
