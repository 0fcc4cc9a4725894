const mostWanted = 20;

/** The one of some languages (ISO 639) that a browser's `Accept-Language` wants most; undefined where it wants none of them. */
export function acceptedLanguage<Language extends string>(
  header: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  const wanted = (header ?? '').split(',', mostWanted).map((part) => {
    const [tag = '', weight = ''] = part.split(';');
    const [, q = '1'] = /^\s*q=([\d.]+)\s*$/.exec(weight) ?? [];
    const subtag = tag.trim().toLowerCase().split('-', 1)[0];
    return { language: languages.find((language) => language === subtag), weight: Number(q) };
  });
  return wanted
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language;
}
