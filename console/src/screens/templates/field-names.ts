import type { Messages } from '../../messages/catalog.ts';

/** What settings besides sections are called, each once; a field of the brand, such as `brand.footer`, is the brand. */
export function fieldNames(fields: readonly string[], { layout, sections, projects, schedules }: Messages): string[] {
  const names: Readonly<Record<string, string>> = {
    ...{ title: sections.texts.title, sections: layout.list.sections, on_failure: projects.settings.failure.card },
    ...{ locale: projects.fields.locale, period: schedules.form.period, compare: schedules.form.compare },
    ...{ schedule: schedules.title, brand: layout.list.brand, goals: layout.list.goals },
  };
  return [...new Set(fields.map((field) => field.split('.')[0] ?? field))].map((field) => names[field] ?? field);
}
