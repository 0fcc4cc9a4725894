type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form for a number, with `#` as the number in the language's own writing: `plural('en', 2, { one: '# day', other: '# days' })`. */
export function plural(language: string, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('#', new Intl.NumberFormat(language).format(count));
}
