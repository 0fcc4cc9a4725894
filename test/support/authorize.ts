import assert from 'node:assert/strict';
import { type Ended, type Environment, runCommand } from './command.ts';
import { TestBrowser, vendorAddress } from './sign-in.ts';

/** Runs `connections authorize`; `act` gets the address as soon as it is printed. */
export async function authorizeWith(
  argv: readonly string[],
  environment: Environment,
  act: (address: string) => Promise<void> = signInAt,
): Promise<Ended> {
  const address = Promise.withResolvers<string>();
  const found = (stdout: string) => {
    const [link] = /http:\/\/[^\s"]+\/oauth\/connect\/\w+/.exec(stdout) ?? [];
    if (link && /\n/.test(stdout)) address.resolve(link);
  };
  const running = runCommand(['connections', 'authorize', ...argv], environment, '', found);
  void running.then(({ stderr }) => address.reject(new Error(stderr)));
  await act(await address.promise);
  return await running;
}

/** What a person does: opens the link, goes on, and is led back by the vendor. */
export async function signInAt(address: string): Promise<void> {
  const browser = new TestBrowser();
  await browser.open(address);
  const page = await browser.open(vendorAddress(await browser.open(address, '')));
  assert.equal(page.status, 200, page.text);
}
