import { ukrainianChannels } from './channels/uk.ts';
import { ukrainianCharts } from './charts/uk.ts';
import { ukrainianDays } from './days/uk.ts';
import type { DailyChange, Texts } from './en.ts';
import { ukrainianGallery } from './gallery/uk.ts';
import { ukrainianGoals } from './goals/uk.ts';
import { ukrainianHighlights } from './highlights/uk.ts';
import { ukrainianPortfolio } from './portfolio/uk.ts';
import { ukrainianTables } from './tables/uk.ts';
import type { Writing } from './writing.ts';

/** The Ukrainian texts. Names are quoted after a noun that is declined in their place. */
export function ukrainian(writing: Writing<'one' | 'few' | 'many'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# день', few: '# дні', many: '# днів', other: '# дня' });
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` та ще ${number(count - named.length)}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` У середньому за день: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Зміст',
      period: 'Період',
      comparedWith: 'Порівняно з',
      project: 'Проєкт',
      created: 'Створено',
      timeZone: 'Часовий пояс',
      preparedBy: 'Підготовка звіту',
      contact: 'Контакти',
      page: (page, pages) => `Сторінка ${page} з ${pages}`,
      logo: (client) => `Логотип: ${name(client)}`,

      highlights: 'Головне',
      keyFigures: 'Ключові показники',
      dataSources: 'Джерела даних',
      notes: 'Примітки до даних',
      series: (metric, by) => `${name(metric)} за ${{ day: 'днями', week: 'тижнями', month: 'місяцями' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} за параметром ${quoted(dimension)}`,

      metric: 'Показник',
      current: 'Поточний період',
      compare: 'Раніше',
      change: 'Зміна',
      share: 'Частка',
      total: 'Усього',
      rest: (count) => (count === 0 ? 'Усі інші' : `Усі інші (${number(count)})`),
      noValue: '(не вказано)',
      noFigures: 'За цей період немає даних.',
      source: (connection) => `Джерело: ${name(connection)}`,
      points: (points) => `${points}\u00a0в.\u00a0п.`,
      before: (value) => `раніше: ${value}`,
      good: 'Добре',
      bad: 'Потребує уваги',
      neutral: 'До відома',

      connection: 'Підключення',
      system: 'Система',
      rowsCurrent: 'Рядки',
      rowsCompare: 'Рядки раніше',
      fetchedAt: 'Отримано',
      freshAt: 'Остання зміна',
      bytesBilled: 'Тарифіковані дані',
      unknown: 'невідомо',

      trend: (metric, low, high) => `Показник ${quoted(metric)} за днями, від ${low} до ${high}.`,
      chartEmpty: (metric) => `Графік показника ${quoted(metric)}: немає даних.`,

      rowsCut: (count) =>
        counted(count, {
          one: 'Ще # рядок не показано.',
          few: 'Ще # рядки не показано.',
          many: 'Ще # рядків не показано.',
          other: 'Ще # рядка не показано.',
        }),
      textCut: 'Текст довший, ніж може показати звіт; решту пропущено.',

      skip: 'Перейти до звіту',
      download: 'Завантажити',
      darkColors: 'Темні кольори',
      showFigures: 'Показати цифри',
      comment: 'Коментар',
      figures: 'Цифри',
      date: 'Дата',
    },
    warnings: {
      partialPeriod: (day) => `На момент отримання даних день ${day} ще не завершився; його показники неповні.`,
      lengthsDiffer: (current, compare) =>
        `Поточний період налічує ${days(current)}, період порівняння — ${days(compare)}; підсумкові значення не скориговано.`,
      overlap: (current, compare) => `Періоди ${current} і ${compare} перетинаються.`,
      notThereYet: (connection, day) => `Даних із джерела ${quoted(connection)} за ${day} ще не було.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'за поточний період',
          compare: 'за період порівняння',
          both: 'ні за поточний період, ні за період порівняння',
        };
        return `У джерелі ${quoted(connection)} немає даних ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'поточного періоду' : 'періоду порівняння';
        return `У джерелі ${quoted(connection)} немає даних за ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'за поточний період' : 'за період порівняння';
        const [one, many] = ['# значення, яке не вдалося прочитати', '# значень, які не вдалося прочитати'];
        const values = counted(count, { one, few: many, many, other: many });
        return `Показник ${quoted(metric)} із джерела ${quoted(connection)} ${which} розраховано без ${values}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'додає або усереднює стовпець, схожий на відношення',
          level: 'додає стовпець, схожий на залишки або ціни',
          people: 'додає стовпець, схожий на кількість людей, які можуть бути в кількох рядках',
        }[kind];
        return `Показник ${quoted(metric)} із джерела ${quoted(connection)} ${column}; дані можуть бути хибними. Правильно було б: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) => {
        const values = counted(most, { one: '# значення', few: '# значення', many: '# значень', other: '# значення' });
        return `У джерелі ${quoted(connection)} параметр ${quoted(dimension)} має понад ${values}; порівняння охоплюють лише ${number(most)} найбільших.`;
      },
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'Логотип не вдається відобразити, тому його немає в цьому звіті.'
          : 'Зображення обкладинки не вдається відобразити, тому його немає в цьому звіті.',
      pictureLeftOut: (alternative) =>
        `Зображення не вдається відобразити; замість нього наведено опис: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) => `Джерело ${quoted(connection)} розрахувало показники за вибіркою даних: це оцінки.`,
      thresholded: (connection) =>
        `Джерело ${quoted(connection)} приховує значення, які стосуються небагатьох людей: сума частин може бути меншою за підсумок.`,
      otherRow: (connection) => `Джерело ${quoted(connection)} об’єднало рідкісні значення в один рядок.`,
      withheldRows: (connection) =>
        `Джерело ${quoted(connection)} не розкриває рідкісних значень: сума частин менша за підсумок.`,
      repeatedCursor: (connection) =>
        `Сторінки джерела ${quoted(connection)} закінчилися на посиланні, яке вже траплялося: може бракувати рядків.`,
      incompleteFrom: (connection, date) => `Показники джерела ${quoted(connection)} з ${date} ще змінюються.`,
      sincePublished: (connection, date) =>
        `Показники окремих дописів джерела ${quoted(connection)} накопичено від їх публікації, станом на ${date}; порівняння немає, бо давніші дописи мали більше часу.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Дні джерела ${quoted(connection)} відлічуються за часовим поясом ${name(theirs)}, а не ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `Джерело ${quoted(connection)} наводить суми у валюті ${name(theirs)}, а не ${name(ours)}, як у цьому звіті; їх показано у валюті ${name(theirs)} без перерахунку.`,
      sourceOmitted: (connection) => `Джерело ${quoted(connection)} не відповіло й не увійшло до цього звіту.`,
    },
    notes: {
      partialDay: (day) => `Показники охоплюють день ${day}, який на момент отримання даних ще не завершився.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'поточного періоду' : 'періоду порівняння';
        return `Немає даних за ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Підсумки за ${days(current)} порівнюються з підсумками за ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? {
                one: '# тиждень охоплено не повністю',
                few: '# тижні охоплено не повністю',
                many: '# тижнів охоплено не повністю',
                other: '# тижня охоплено не повністю',
              }
            : {
                one: '# місяць охоплено не повністю',
                few: '# місяці охоплено не повністю',
                many: '# місяців охоплено не повністю',
                other: '# місяця охоплено не повністю',
              };
        return `${counted(count, forms)} (початок: ${named.join('; ')}${more(count, named)}).`;
      },
      atEnd: (named) => `Значення на кінець періоду, без підсумовування за днями: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) => {
        const values = counted(most, { one: '# значення', few: '# значення', many: '# значень', other: '# значення' });
        return `Параметр ${quoted(dimension)} має понад ${values}; порівняння охоплюють лише ${number(most)} найбільших.`;
      },
    },
    mail: {
      open: 'Відкрити звіт',
      unsubscribe: 'Відписатися',
      attached: 'Звіт додано до цього листа.',
      link: 'Звіт доступний за посиланням:',
      linkEnds: (date) => `Посилання дійсне до ${date}.`,
      chatTest: 'Це перевірка: звіти надходитимуть до цього каналу.',
    },
    charts: ukrainianCharts(writing),
    tables: ukrainianTables(writing),
    gallery: ukrainianGallery(writing),
    highlights: ukrainianHighlights(writing),
    channels: ukrainianChannels(writing),
    goals: ukrainianGoals(writing),
    days: ukrainianDays(writing),
    portfolio: ukrainianPortfolio(writing),
  };
}
