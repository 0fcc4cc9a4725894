import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPictureUsed, pictureFolder } from '../../../src/domains/pictures/pictures.ts';
import { changeTemplate } from '../../../src/domains/templates/templates.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { createTestDatabase, engines } from '../../support/databases.ts';
import { givenFollowedTemplate } from '../../support/templates.ts';

for (const engine of engines) {
  test(`${engine}: a picture that only a draft, a revision or the own section of a project names is kept`, async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const names = ['a', 'b', 'c', 'd'].map((letter) => `sha256:${letter.repeat(64)}`);
    const image = (picture = '') => [{ type: 'image', picture, alternative: 'x' }] as SectionsSettings;
    const template = await givenFollowedTemplate(db, project, { slots: [], settings: { sections: image(names[0]) } });
    const own = { sections: { items: [{ key: 'x', section: image(names[1])[0] }], known: [], moved: false } };
    await db
      .updateTable('projects')
      .set({ template_own: JSON.stringify(own), settings: '{}' })
      .where('id', '=', project.id)
      .execute();
    const draft = { settings: { sections: image(names[2]) } };
    await db.transaction().execute((transaction) => changeTemplate(transaction, template, draft));
    const used = names.map((name) => isPictureUsed(db, `${pictureFolder}${account.id}-${name.slice(7)}`));
    assert.deepEqual(await Promise.all(used), [true, true, true, false]);
  });
}
