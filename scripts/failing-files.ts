import type { TestEvent } from 'node:test/reporters';

/** Where suites get their tests from; it says by a tag which file samples one. */
const suites = '/test/support/suite.ts';

/** A reporter for Node's test runner: one line for each file in which a test failed. */
export default async function* failingFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>();
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const file = data.tags?.[0] ?? (data.file?.endsWith(suites) ? data.entryFile : data.file);
    if (!file || told.has(file)) continue;
    told.add(file);
    yield `${file}\n`;
  }
}
