import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Портфель',
  subtitle: 'Все проекты рядом. Сначала то, что сильнее всего отклоняется от цели.',
  period: 'Период',
  periods: { month: 'Этот месяц до сих пор', last_month: 'Последний полный месяц', days: 'Последние 30 дней' },
  sorts: { off_course: 'Наибольшее отклонение', change: 'Изменение', name: 'Название', read_at: 'Время чтения' },
  totals: 'Суммы по всем проектам',
  waiting: (count) =>
    plural('ru', count, {
      one: 'Читается # проект.',
      few: 'Читаются # проекта.',
      many: 'Читаются # проектов.',
      other: 'Читаются # проекта.',
    }),
  read: (read, all) => `Показатели ${read} из ${all} проектов.`,
  nightly: 'Чтение каждую ночь в пять часов по времени каждого проекта.',
  notNightly: 'Без ночного чтения.',
  asked: (when) => `Последний запрос: ${when}.`,
  ratesFault: 'Курсы валют не прочитаны',
  refresh: 'Прочитать сейчас',
  queued: (count) =>
    plural('ru', count, {
      one: '# проект читается сейчас.',
      few: '# проекта читаются сейчас.',
      many: '# проектов читаются сейчас.',
      other: '# проекта читаются сейчас.',
    }),
  skipped: (count) =>
    plural('ru', count, {
      one: '# проект прочитан за последние 15 минут. Попробуйте позже.',
      few: '# проекта прочитаны за последние 15 минут. Попробуйте позже.',
      many: '# проектов прочитаны за последние 15 минут. Попробуйте позже.',
      other: '# проекта прочитаны за последние 15 минут. Попробуйте позже.',
    }),
  reading: 'Читается …',
  notRead: 'Ещё не прочитано.',
  noFigures: 'У его подключений нет показателей.',
  broken: (count, total) =>
    plural('ru', count, {
      one: `# из ${total} подключений требует внимания`,
      few: `# из ${total} подключений требуют внимания`,
      many: `# из ${total} подключений требуют внимания`,
      other: `# из ${total} подключений требуют внимания`,
    }),
  lastReport: (day) => `Отчёт от ${day}`,
  releasedBy: (name) => `одобрено: ${name}`,
  reportStates: { awaiting_approval: 'ждёт одобрения', rejected: 'отклонён' },
  nextReport: (day) => `Следующий: ${day}`,
  before: (value) => `раньше: ${value}`,
  points: (value) => `${value} п. п.`,
  goal: (value) => `Цель: ${value}`,
  pace: (value) => `темп ${value}`,
  forecast: (value) => `Прогноз: ${value}`,
  left: (value) => `Остаток: ${value}`,
  overspent: (value) => `Превышено на ${value}`,
  monthBegins: 'Ни один день этого месяца ещё не закончился.',
  age: (when) => `Прочитано ${when}`,
  ofProjects: (count) =>
    plural('ru', count, { one: '# проект', few: '# проекта', many: '# проектов', other: '# проекта' }),
  otherDays: (count) =>
    plural('ru', count, {
      one: 'у # другие дни',
      few: 'у # другие дни',
      many: 'у # другие дни',
      other: 'у # другие дни',
    }),
  converted: (currency, day) => `в ${currency}, курсы за ${day}`,
  noRate: (currencies) => `Суммы нет: нет курса для ${currencies}.`,
  notes: {
    missingDays: (count) =>
      plural('ru', count, {
        one: '# день без показателей',
        few: '# дня без показателей',
        many: '# дней без показателей',
        other: '# дня без показателей',
      }),
    leftOut: (count) =>
      plural('ru', count, {
        one: 'Не удалось прочитать # значение',
        few: 'Не удалось прочитать # значения',
        many: 'Не удалось прочитать # значений',
        other: 'Не удалось прочитать # значения',
      }),
    changing: (day) => `Ещё меняется с ${day}`,
    sampled: 'Оценено по выборке',
    other: 'Источник не отдаёт часть показателей',
  },
  settings: {
    action: 'Настройки',
    title: 'Что показывает портфель',
    nightly: 'Читать все проекты каждую ночь',
    figures: 'Показатели',
    figuresAdvice:
      'Ключи до шести метрик, например revenue, или google-ads:cost только одной системы. Без выбора каждый проект показывает первые ключевые показатели своего макета. Шаблон может определить иное.',
    tooMany: 'Их может быть не больше шести.',
    currency: 'Валюта отчётности',
    currencyAdvice: 'В неё пересчитываются суммы в нескольких валютах.',
    noCurrency: 'Нет: каждая валюта отдельно',
    rates: 'Подключение с курсами',
    noRates: 'Нет',
    dimension: 'Его измерение с кодами валют',
    metric: 'Его метрика курсов',
    means: 'Что означает курс',
    meanings: {
      units: 'Сколько единиц дают за одну единицу валюты отчётности',
      price: 'Сколько стоит единица в валюте отчётности',
    },
    done: 'Настройки сохранены.',
  },
};
