import type { Locator, Page } from 'playwright-core';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { givenAccount, givenProject } from './accounts.ts';
import type { SuiteBrowser } from './browser.ts';
import { type Visit, visitConsole } from './console.ts';
import { givenConnection } from './flights.ts';
import type { TestService } from './service.ts';

/** A project whose reports show the weather, and the month that its data is of. */
export interface EditedProject {
  readonly account: Account;
  readonly id: string;
  readonly connection: string;
}

export const weatherMonth = { from: '2014-05-01', to: '2014-05-31' };

/** A project with a connection of the weather; its sections are `sections`, or the automatic layout. */
export async function givenEditedProject(
  service: TestService,
  sections: ((connection: string) => readonly object[]) | null,
): Promise<EditedProject> {
  const account = await givenAccount(service.db);
  const { id } = await givenProject(service.db, account, { name: 'Weather shop' });
  const connection = await givenConnection(service.db, id, 'weather');
  if (sections) await storeSections(service, id, sections(connection));
  return { account, id, connection };
}

/** Changes the sections behind the back of everybody who edits them. */
export async function storeSections(service: TestService, id: string, sections: readonly object[]): Promise<void> {
  await service.db
    .updateTable('projects')
    .set(({ eb }) => ({ settings: JSON.stringify({ sections }), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** What the database says of the project's reports. */
export async function storedSettings(service: TestService, id: string) {
  const { settings } = await service.db
    .selectFrom('projects')
    .select('settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.parse(settings);
}

/** The layout editor of a project as somebody has opened it, with previews of the month of its data. */
export async function openLayoutEditor(
  browser: SuiteBrowser,
  service: TestService,
  { account, id }: EditedProject,
  options: Parameters<typeof visitConsole>[3] = {},
): Promise<Visit & { readonly list: Locator }> {
  const visit = await visitConsole(browser, service, account.id, { path: '/projects', ...options });
  await visit.page.evaluate(
    ([name, choice]) => localStorage.setItem(name ?? '', choice ?? ''),
    [`preview:${id}`, JSON.stringify({ preset: 'own', own: weatherMonth, compares: true })],
  );
  await visit.goTo(`/projects/${id}/layout`);
  return { ...visit, list: visit.page.getByRole('list', { name: 'Sections' }) };
}

/** The page of the preview that is in sight. */
export function shownPreview(page: Page) {
  return page.frameLocator('iframe:not([aria-hidden])');
}

/** The names of the sections in the list, in their order. */
export function sectionNames(list: Locator): Promise<string[]> {
  return list.locator('[data-name]').allTextContents();
}

/** What chooses a section of the list. */
export function sectionRow(list: Locator, name: string): Locator {
  return list.getByRole('listitem').filter({ hasText: name }).locator('[aria-current]');
}
