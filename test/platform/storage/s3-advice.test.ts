import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isS3Fault, isStoreUnavailable, s3FaultText } from '../../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../../src/platform/storage/s3-store.ts';
import { type S3Refusal, startS3Server } from '../../support/s3-server.ts';

const cases: readonly (readonly [S3Refusal, RegExp])[] = [
  [{ status: 403, code: 'InvalidAccessKeyId' }, /^InvalidAccessKeyId; the store does not know this AWS_ACCESS_KEY_ID/],
  [{ status: 403, code: 'SignatureDoesNotMatch' }, /; AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID/],
  [{ status: 400, code: 'ExpiredToken' }, /; AWS_SESSION_TOKEN has expired/],
  [
    { status: 403, code: 'AccessDenied' },
    /^AccessDenied; the key may not do this: allow it s3:ListBucket on the bucket/,
  ],
  [{ status: 403, code: 'OfAnotherServer' }, /^OfAnotherServer; the key may not do this/],
  [{ status: 403, code: 'RequestTimeTooSkewed' }, /; set the clock of this machine$/],
  [{ status: 404, code: 'NoSuchBucket' }, /^NoSuchBucket; there is no such bucket: make it, or name the right one/],
  [{ status: 301, code: 'PermanentRedirect', region: 'eu-central-1' }, /set AWS_REGION to eu-central-1$/],
  [{ status: 400, code: 'AuthorizationHeaderMalformed' }, /in another region: set AWS_REGION to that$/],
];

for (const [refusal, says] of cases) {
  test(`a store that answers ${refusal.status} ${refusal.code} says why, and what to do`, async () => {
    await using server = await startS3Server();
    server.refusal = refusal;
    const store = createS3Store({
      bucket: server.bucket,
      endpoint: server.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    });
    await assert.rejects(store.check(), (error: Error) => {
      assert.ok(isS3Fault(error) && isStoreUnavailable(error));
      assert.match(s3FaultText(error), says);
      return true;
    });
  });
}
