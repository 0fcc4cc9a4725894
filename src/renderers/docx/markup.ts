/** XML that is ready to write. Only `xml` makes it, so a string can never pass for it. */
export class Xml {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * A template of XML in which every string is text: it is escaped, so that it can become neither an element nor an
   * attribute. Attribute values must stand in double quotes. Null is nothing; the items of an array follow each other.
   */
  static xml(this: void, parts: TemplateStringsArray, ...values: readonly Value[]): Xml {
    let text = parts[0] ?? '';
    for (let index = 0; index < values.length; index += 1) {
      text += written(values[index] ?? null) + (parts[index + 1] ?? '');
    }
    return new Xml(text);
  }
}

export const { xml } = Xml;

export type Value = string | number | null | Xml | readonly Value[];

/** What must be escaped, and what XML 1.0 cannot hold at all: control characters, lone surrogates, U+FFFE and U+FFFF. */
const special = /[&<>"]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function written(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.replace(special, escaped);
  if (value instanceof Xml) return value.text;
  return typeof value === 'number' ? String(value) : value.map(written).join('');
}

function escaped(character: string): string {
  return '&<>"'.includes(character) ? `&#${character.charCodeAt(0)};` : '';
}
