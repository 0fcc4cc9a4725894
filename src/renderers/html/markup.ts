/** HTML that is ready to send. Only `html` makes it, so a string can never pass for it. */
export class Markup {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * A template of HTML in which every string is text: it is escaped, so that it can become neither an element nor an
   * attribute. Attribute values must stand in double quotes. What is missing is nothing; the items of an array follow each other.
   */
  static html(this: void, parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
    let text = parts[0] ?? '';
    for (const [index, value] of values.entries()) text += written(value) + (parts[index + 1] ?? '');
    return new Markup(text);
  }
}

export const { html } = Markup;

export type Value = string | number | Markup | readonly Value[] | null | undefined | false;

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
