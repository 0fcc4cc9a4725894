import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Russian texts of the portfolio. */
export function russianPortfolio({ number, counted, list, name }: Writing<'one' | 'few' | 'many'>): PortfolioTexts {
  return {
    title: 'Портфель',
    projects: 'Проекты',
    furthest: 'Дальше всего от цели',
    toRepair: 'Подключения с ошибкой',
    count: number,
    ofAll: (some, all) => `${number(some)} из ${number(all)}`,
    left: 'Остаток бюджета',
    sums: 'Суммы по всем проектам',
    faults: 'Подключения, которые требуют внимания',
    reason: 'Что не так',
    reasons: {
      reauth_required: 'Больше не принимает вход',
      resource_missing: 'Того, что оно читало, больше нет',
      transient: 'Нет ответа',
      invalid_config: 'Настройка больше не подходит',
      unexpected: 'Ошибка самого сервиса',
    },
    read: (first, last) =>
      first === last
        ? `Показатели прочитаны ${first}; для этого отчёта ничего не запрашивалось.`
        : `Показатели прочитаны между ${first} и ${last}; для этого отчёта ничего не запрашивалось.`,
    order: 'Сначала то, что сильнее всего отклонилось.',
    notRead: (count, named) =>
      `${counted(count, { one: 'У # проекта нет', few: 'У # проектов нет', many: 'У # проектов нет', other: 'У # проекта нет' })} показателей: они ещё не прочитаны или теперь значат другое, из-за другого макета, цели, подключения или месяца. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `в ${currency}` : `в ${currency}, курсы за ${day}`),
    noRate: (label, currencies) => `${name(label)}: суммы нет, так как нет курса для ${list(currencies)}.`,
    otherDays: (count) =>
      counted(count, {
        one: '# с другими днями',
        few: '# с другими днями',
        many: '# с другими днями',
        other: '# с другими днями',
      }),
    behind: (count, total) => `Проекты не по плану: ${number(count)} из ${number(total)} с целями.`,
    figures: (count, total) => `Проекты с показателями: ${number(count)} из ${number(total)}.`,
    off: (project, metric, share) =>
      `${name(project)}: ${name(metric)} — отклонение ${share} от цели за прошедшие дни.`,
    noted: {
      missingDays: (count) =>
        counted(count, {
          one: '# день без показателей',
          few: '# дня без показателей',
          many: '# дней без показателей',
          other: '# дня без показателей',
        }),
      leftOut: (count) =>
        counted(count, {
          one: '# значение не удалось прочитать',
          few: '# значения не удалось прочитать',
          many: '# значений не удалось прочитать',
          other: '# значения не удалось прочитать',
        }),
      changing: (day) => `ещё меняется начиная с ${day}`,
      sampled: 'оценка по выборке',
      other: 'источник скрывает часть показателей',
    },
  };
}
