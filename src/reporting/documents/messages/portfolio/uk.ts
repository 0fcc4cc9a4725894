import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Ukrainian texts of the portfolio. */
export function ukrainianPortfolio({ number, counted, list, name }: Writing<'one' | 'few' | 'many'>): PortfolioTexts {
  return {
    title: 'Портфель',
    projects: 'Проєкти',
    furthest: 'Найдалі від цілі',
    toRepair: 'Підключення з помилкою',
    count: number,
    ofAll: (some, all) => `${number(some)} із ${number(all)}`,
    left: 'Залишок бюджету',
    sums: 'Суми за всіма проєктами',
    faults: 'Підключення, які потребують уваги',
    reason: 'Що не так',
    reasons: {
      reauth_required: 'Більше не приймає вхід',
      resource_missing: 'Того, що воно читало, більше немає',
      transient: 'Немає відповіді',
      invalid_config: 'Налаштування більше не підходить',
      unexpected: 'Помилка самого сервісу',
    },
    read: (first, last) =>
      first === last
        ? `Показники зчитано ${first}; для цього звіту нічого не запитували.`
        : `Показники зчитано між ${first} і ${last}; для цього звіту нічого не запитували.`,
    order: 'Спершу те, що найбільше відхилилося.',
    notRead: (count, named) =>
      `${counted(count, { one: 'У # проєкту немає', few: 'У # проєктів немає', many: 'У # проєктів немає', other: 'У # проєкту немає' })} показників: їх ще не зчитано або тепер вони означають інше, через інший макет, ціль, підключення чи місяць. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `у ${currency}` : `у ${currency}, курси за ${day}`),
    noRate: (label, currencies) => `${name(label)}: суми немає, бо немає курсу для ${list(currencies)}.`,
    otherDays: (count) =>
      counted(count, {
        one: '# з іншими днями',
        few: '# з іншими днями',
        many: '# з іншими днями',
        other: '# з іншими днями',
      }),
    behind: (count, total) => `Проєкти не за планом: ${number(count)} із ${number(total)} з цілями.`,
    figures: (count, total) => `Проєкти з показниками: ${number(count)} із ${number(total)}.`,
    off: (project, metric, share) => `${name(project)}: ${name(metric)} — відхилення ${share} від цілі за минулі дні.`,
    noted: {
      missingDays: (count) =>
        counted(count, {
          one: '# день без показників',
          few: '# дні без показників',
          many: '# днів без показників',
          other: '# дня без показників',
        }),
      leftOut: (count) =>
        counted(count, {
          one: '# значення не вдалося зчитати',
          few: '# значення не вдалося зчитати',
          many: '# значень не вдалося зчитати',
          other: '# значення не вдалося зчитати',
        }),
      changing: (day) => `ще змінюється від ${day}`,
      sampled: 'оцінка за вибіркою',
      other: 'джерело приховує частину показників',
    },
  };
}
