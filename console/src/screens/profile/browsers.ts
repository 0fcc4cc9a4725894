/** Those that call themselves others too stand before them. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** The name of a browser, of what it says itself; null for what is none. */
export const browserOf = (agent: string): string | null => nameIn(browsers, agent);

/** What it runs on; null where it does not say. */
export const systemOf = (agent: string): string | null => nameIn(systems, agent);

function nameIn(names: typeof browsers, agent: string): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
