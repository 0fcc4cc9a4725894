import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The rules that the page breaks, each with the first occurrence. Colours are checked once they have settled. The
 * page's policy forbids injected scripts, but not what the debugger evaluates. What React Aria reads out for some seconds
 * names buttons that may be gone.
 */
export function axeViolations(page: Page): Promise<string[]> {
  return page.evaluate(
    `${axe}; Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)).then(() => axe.run({ exclude: [['[data-live-announcer]']] }))
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
  );
}
