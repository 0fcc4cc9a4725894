import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Портфель',
  subtitle: 'Усі проєкти поруч. Спершу те, що найбільше відхиляється від мети.',
  period: 'Період',
  periods: { month: 'Цей місяць дотепер', last_month: 'Останній повний місяць', days: 'Останні 30 днів' },
  sorts: { off_course: 'Найбільше відхилення', change: 'Зміна', name: 'Назва', read_at: 'Час зчитування' },
  totals: 'Суми за всіма проєктами',
  waiting: (count) =>
    plural('uk', count, {
      one: 'Зчитується # проєкт.',
      few: 'Зчитуються # проєкти.',
      many: 'Зчитуються # проєктів.',
      other: 'Зчитуються # проєкту.',
    }),
  read: (read, all) => `Показники ${read} із ${all} проєктів.`,
  nightly: 'Зчитування щоночі о п’ятій за часом кожного проєкту.',
  notNightly: 'Без нічного зчитування.',
  asked: (when) => `Останній запит: ${when}.`,
  ratesFault: 'Курси валют не зчитано',
  refresh: 'Зчитати зараз',
  queued: (count) =>
    plural('uk', count, {
      one: '# проєкт зчитується зараз.',
      few: '# проєкти зчитуються зараз.',
      many: '# проєктів зчитуються зараз.',
      other: '# проєкту зчитуються зараз.',
    }),
  skipped: (count) =>
    plural('uk', count, {
      one: '# проєкт зчитано за останні 15 хвилин. Спробуйте пізніше.',
      few: '# проєкти зчитано за останні 15 хвилин. Спробуйте пізніше.',
      many: '# проєктів зчитано за останні 15 хвилин. Спробуйте пізніше.',
      other: '# проєкту зчитано за останні 15 хвилин. Спробуйте пізніше.',
    }),
  reading: 'Зчитується …',
  notRead: 'Ще не зчитано.',
  noFigures: 'Його підключення не мають показників.',
  broken: (count, total) =>
    plural('uk', count, {
      one: `# із ${total} підключень потребує уваги`,
      few: `# із ${total} підключень потребують уваги`,
      many: `# із ${total} підключень потребують уваги`,
      other: `# із ${total} підключень потребують уваги`,
    }),
  lastReport: (day) => `Звіт від ${day}`,
  releasedBy: (name) => `схвалено: ${name}`,
  reportStates: { awaiting_approval: 'чекає на схвалення', rejected: 'відхилено' },
  nextReport: (day) => `Наступний: ${day}`,
  before: (value) => `раніше: ${value}`,
  points: (value) => `${value} в. п.`,
  goal: (value) => `Мета: ${value}`,
  pace: (value) => `темп ${value}`,
  forecast: (value) => `Прогноз: ${value}`,
  left: (value) => `Залишок: ${value}`,
  overspent: (value) => `Перевищено на ${value}`,
  monthBegins: 'Жоден день цього місяця ще не закінчився.',
  age: (when) => `Зчитано ${when}`,
  ofProjects: (count) =>
    plural('uk', count, { one: '# проєкт', few: '# проєкти', many: '# проєктів', other: '# проєкту' }),
  otherDays: (count) =>
    plural('uk', count, {
      one: '# має інші дні',
      few: '# мають інші дні',
      many: '# мають інші дні',
      other: '# мають інші дні',
    }),
  converted: (currency, day) => `у ${currency}, курси за ${day}`,
  noRate: (currencies) => `Суми немає: немає курсу для ${currencies}.`,
  notes: {
    missingDays: (count) =>
      plural('uk', count, {
        one: '# день без показників',
        few: '# дні без показників',
        many: '# днів без показників',
        other: '# дня без показників',
      }),
    leftOut: (count) =>
      plural('uk', count, {
        one: 'Не вдалося зчитати # значення',
        few: 'Не вдалося зчитати # значення',
        many: 'Не вдалося зчитати # значень',
        other: 'Не вдалося зчитати # значення',
      }),
    changing: (day) => `Ще змінюється з ${day}`,
    sampled: 'Оцінено за вибіркою',
    other: 'Джерело не надає частину показників',
  },
  settings: {
    action: 'Налаштування',
    title: 'Що показує портфель',
    nightly: 'Зчитувати всі проєкти щоночі',
    figures: 'Показники',
    figuresAdvice:
      'Ключі до шести метрик, наприклад revenue, або google-ads:cost лише однієї системи. Без вибору кожен проєкт показує перші ключові показники свого макета. Шаблон може визначити інше.',
    tooMany: 'Їх може бути щонайбільше шість.',
    currency: 'Валюта звітності',
    currencyAdvice: 'У неї перераховуються суми в кількох валютах.',
    noCurrency: 'Немає: кожна валюта окремо',
    rates: 'Підключення з курсами',
    noRates: 'Немає',
    dimension: 'Його вимір із кодами валют',
    metric: 'Його метрика курсів',
    means: 'Що означає курс',
    meanings: {
      units: 'Скільки одиниць дають за одну одиницю валюти звітності',
      price: 'Скільки коштує одиниця у валюті звітності',
    },
    done: 'Налаштування збережено.',
  },
};
