import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { givenReport } from '../support/outcomes.ts';
import { givenInstallation, spawnCommand } from '../support/process.ts';
import { startS3Server } from '../support/s3-server.ts';
import { test } from '../support/suite.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };
const faults = [
  ['is away', { S3_ENDPOINT: 'http://127.0.0.1:1', ...credentials }, /ECONNREFUSED/],
  ['has no such bucket', credentials, /NoSuchBucket/],
  ['asks for credentials', { AWS_EC2_METADATA_DISABLED: 'true' }, /credentials/],
] as const;

for (const [what, environment, says] of faults) {
  test(`a backup from an object store that ${what} fails with one sentence about it`, async () => {
    await using server = await startS3Server();
    await using installation = await givenInstallation('sqlite');
    const account = await givenAccount(installation.db);
    const project = await givenProject(installation.db, account);
    const objects = await openFileStore(join(installation.dataDir, 'objects'));
    await givenReport(installation.db, objects, account, project.id);
    const s3 = { OBJECT_STORE: 's3://bucket', S3_ENDPOINT: server.endpoint, AWS_REGION: 'us-east-1', ...environment };
    const { code, stderr } = await spawnCommand(['backup', join(installation.dataDir, 'backup')], {
      ...installation.environment,
      HOME: installation.dataDir,
      ...s3,
    });
    assert.match(stderr, /^The object store cannot be used; look at OBJECT_STORE.*\n$/);
    assert.match(stderr, says);
    assert.equal(code, 1);
  });
}

for (const [what, environment, says] of [
  ['no region', {}, 'Region is missing'],
  ['a region that is none', { AWS_REGION: 'not a region' }, 'Region not accepted'],
] as const) {
  test(`an object store with ${what} stops the start, rather than every report`, async () => {
    await using installation = await givenInstallation('sqlite');
    const s3 = { OBJECT_STORE: 's3://bucket', ...credentials, ...environment };
    for (const argv of [['serve'], ['accounts', 'list']]) {
      const { code, stderr } = await spawnCommand(argv, {
        ...installation.environment,
        HOME: installation.dataDir,
        ...s3,
      });
      assert.match(
        stderr,
        new RegExp(`^OBJECT_STORE needs a region \\(${says}.*\\); set AWS_REGION \\(us-east-1 .*\\)\\.\\n$`),
      );
      assert.equal(code, 1);
    }
  });
}
