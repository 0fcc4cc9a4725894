import type { TestEvent } from 'node:test/reporters';

/** A reporter for Node's test runner: one line for each file in which a test failed. */
export default async function* failingFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>();
  for await (const { type, data } of events) {
    const file = type === 'test:fail' && (data.entryFile ?? data.file);
    if (!file || told.has(file)) continue;
    told.add(file);
    yield `${file}\n`;
  }
}
