/** What is wrong with a command's input, in one sentence. */
export class CommandError extends Error {}

/** The values of a command's options by their long names; options that were not given are absent. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

export interface CommandLine {
  readonly summary: string;
  /** The text of `--help`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  run(values: OptionValues, interrupt: AbortSignal): Promise<void>;
}

/** The text of a required option. */
export function required(values: OptionValues, name: string): string {
  const value = optional(values, name);
  if (value === undefined) throw new CommandError(`--${name} is missing.`);
  return value;
}

export function optional(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One of the words that the option accepts. */
export function oneOf<const Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === value);
  if (word === undefined) throw new CommandError(`--${name} must be ${words.join(' or ')}, not "${value}".`);
  return word;
}
