/** HTML or XML that is ready to write. Only `html` and `xml` create it, so a plain string is never mistaken for it. */
export class Markup {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * A markup template that escapes every string, so that it can become neither an element nor an attribute. Attribute
   * values must be in double quotes. Null and undefined become nothing; the items of an array are concatenated.
   */
  static template(this: void, parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
    let text = parts[0] ?? '';
    for (let index = 0; index < values.length; index += 1) {
      text += written(values[index] ?? null) + (parts[index + 1] ?? '');
    }
    return new Markup(text);
  }
}

export const html = Markup.template;
export const xml = Markup.template;

export type Value = string | number | Markup | readonly Value[] | null | undefined | false;

/**
 * Characters to escape, and those that neither format allows: control characters, lone surrogates, U+FFFE and U+FFFF.
 */
const special = /[&<>"']|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function written(value: Value): string {
  if (typeof value === 'string') return value.replace(special, escaped);
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'number' ? String(value) : value.map(written).join('');
}

function escaped(character: string): string {
  return '&<>"\''.includes(character) ? `&#${character.charCodeAt(0)};` : '';
}
