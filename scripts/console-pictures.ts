import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { startAgencyAtWork } from '../test/support/agency-at-work.ts';
import { visitConsole } from '../test/support/console.ts';

/** Makes the pictures of the console in the README and in docs/guides/console.md, from an agency with flights as its data. */

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const browserFile = '/usr/bin/chromium';

if (!existsSync(browserFile)) {
  console.error(`The pictures need ${browserFile} (chromium).`);
  process.exit(1);
}

await using agency = await startAgencyAtWork();
const browser = await chromium.launch({ executablePath: browserFile, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const { service, account, owner, projectId, reportId } = agency;
  const { page, goTo } = await visitConsole(browser, service, account.id, { who: owner });
  await page.getByRole('link', { name: 'US domestic flights' }).first().waitFor();
  await save(page, 'console-home.png');

  await goTo(`/projects/${projectId}/connections/new`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'Umsätze.csv', mimeType: 'text/csv', buffer: Buffer.from(shopFile(), 'utf8') });
  await page.getByRole('heading', { name: 'First rows' }).waitFor();
  await save(page, 'console-connect.png');

  await goTo(`/projects/${projectId}/layout`);
  await page.getByText('Flights by day').first().click();
  const preview = page.locator('iframe:not([aria-hidden])').contentFrame();
  await preview.getByRole('heading', { name: 'Busiest airports' }).waitFor();
  await save(page, 'console-layout.png');

  await goTo(`/reports/${reportId}`);
  await page.locator('iframe').contentFrame().getByRole('heading', { name: 'Highlights', exact: true }).waitFor();
  await save(page, 'console-report.png');
} finally {
  await browser.close();
}

/** A shop's export as Germans write it. */
function shopFile(): string {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 8, index + 1));
    const day = [date.getUTCDate(), date.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0')).join('.');
    const amount = `1.${String(180 + ((index * 37) % 800)).padStart(3, '0')},50 €`;
    return `${day}.2026;${index % 3 === 0 ? 'Zubehör' : 'Räder'};${amount};${11 + ((index * 7) % 9)}`;
  });
  return ['Umsätze der Fahrradhandlung', 'Datum;Warengruppe;Umsatz;Bestellungen', ...rows].join('\r\n');
}

async function save(page: Page, name: string): Promise<void> {
  // Notices that come and go are not what a screen looks like.
  await page
    .getByRole('button', { name: 'Close' })
    .first()
    .click({ timeout: 1_000 })
    .catch(() => undefined);
  await page.screenshot({ path: folder + name });
  console.log(`docs/pictures/${name}: ${Math.round(statSync(folder + name).size / 1024)} KB`);
}
