import type { TestEvent } from 'node:test/reporters';

/** A reporter for Node's test runner: one line for each file in which a test failed. Tests that several files share say by a tag whose they are. */
export default async function* failingFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { failureType } = data.details.error as { readonly failureType?: string };
    // Those within it are told by themselves.
    if (failureType === 'subtestsFailed') continue;
    const file = data.tags?.[0] ?? data.file;
    if (!file || told.has(file)) continue;
    told.add(file);
    yield `${file}\n`;
  }
}
