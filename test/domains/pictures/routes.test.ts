import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { svgUri } from '../../support/pictures.ts';
import { suiteService } from '../../support/service.ts';

const uri = svgUri('<path d="M0 0h9v9z"/>');

for (const engine of engines) {
  describe(`${engine}: stored pictures`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);

    /** The name under which a picture that a project's brand shows is stored. */
    const store = async () => {
      const editor = await givenSignedIn(db, account.id, { role: 'editor' });
      const body = { settings: { brand: { logo: uri } } };
      const answer = await manage(service, editor, 'PATCH', `/projects/${project.id}`, { body });
      return answer.body.data.settings.brand.logo as string;
    };

    test('members see the pictures of their account, those limited to projects too', async () => {
      const name = await store();
      for (const rights of [{ role: 'viewer' }, { role: 'viewer', projectIds: [project.id] }] as const) {
        const member = await givenSignedIn(db, account.id, rights);
        const { status, body } = await manage(service, member, 'GET', `/pictures/${encodeURIComponent(name)}`);
        assert.equal(status, 200);
        assert.deepEqual(body.data, { name, data_uri: uri });
      }
    });

    test('pictures of others, those never sent and other names are not there', async () => {
      const name = await store();
      const member = await givenSignedIn(db, account.id);
      const stranger = await givenSignedIn(db, (await givenAccount(db)).id);
      const never = `sha256:${'0'.repeat(64)}`;
      const asked = [
        [stranger, name],
        [member, never],
        [member, '..%2Ffiles'],
      ] as const;
      for (const [who, picture] of asked) {
        const { status, body } = await manage(service, who, 'GET', `/pictures/${picture}`);
        assert.equal(`${status} ${body.error.code}`, '404 not_found');
      }
    });
  });
}
