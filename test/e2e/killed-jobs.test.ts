import assert from 'node:assert/strict';
import { findRenderProcess } from '../faults/support/service-process.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets } from '../support/flights.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';
import { finished, givenFlights, period } from './flights.ts';

for (const engine of engines) {
  for (const type of ['generation', 'export'] as const) {
    test(`${engine}: kill -9 in the middle of ${type === 'export' ? 'an' : 'a'} ${type}, then a restart: the same job completes, once [C-JOB-5, C-GENERATION-5]`, async () => {
      await using service = await startedService(engine, { DATA_ROOTS: dataSets });
      const { token, projectId } = await givenFlights(service.db);
      let path = `/api/v1/projects/${projectId}/generation-jobs`;
      let body: unknown = { period };
      if (type === 'export') {
        const start = await service.call('POST', path, { token, body });
        const { result } = await finished(service, token, start.headers.get('location') ?? '');
        path = `/api/v1/reports/${result.report_id}/export-jobs`;
        body = { format: 'doc' };
      }
      // An export is over sooner than a look and a kill: whichever process makes it must wait.
      const renderers = type === 'export' ? [await eventually(() => findRenderProcess(service.pid()))] : [];
      for (const pid of renderers) process.kill(pid, 'SIGSTOP');
      const start = await service.call('POST', path, { token, body });
      const { id } = start.body.data;
      await eventually(async () => {
        const { status } = await service.db
          .selectFrom('jobs')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return status === 'running';
      });
      await service.kill();
      for (const pid of renderers) process.kill(pid, 'SIGCONT');
      const cut = await service.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.equal(cut.status, 'running', 'the process was killed in the middle of the job');

      await service.start();
      const job = await finished(service, token, start.headers.get('location') ?? '');
      assert.equal(job.status, 'completed');
      assert.equal(job.id, id);
      assert.equal(job.attempt, 2);
      const { count } = await service.db
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll<string | number>().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), 1);
      if (type === 'export') {
        assert.equal((await service.call('GET', job.artifact.download_path, { token })).status, 200);
      }
    });
  }
}
