import type { Plugin } from 'rolldown';

const beyondAscii = /[^\0-\x7f]/g;
/** Behind a backslash, and in a template whose tag sees it as written. */
const unsafe = /(?<!\\)(?:\\\\)*\\[^\0-\x7f]|\braw`[^`]*[^\0-\x7f]/;

/**
 * Writes letters beyond ASCII as escapes. V8 keeps the source of what it runs, with two bytes for each letter when one
 * of them needs it: 2 MiB of an idle process. A file in which an escape would mean something else stays as it is.
 */
export function ascii(): Plugin {
  return {
    name: 'ascii',
    // Later than renderChunk, after which the bundler writes letters as themselves again.
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk' && !unsafe.test(file.code)) file.code = file.code.replace(beyondAscii, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
