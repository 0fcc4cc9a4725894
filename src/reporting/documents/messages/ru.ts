import { russianChannels } from './channels/ru.ts';
import { russianCharts } from './charts/ru.ts';
import { russianDays } from './days/ru.ts';
import type { DailyChange, Texts } from './en.ts';
import { russianGallery } from './gallery/ru.ts';
import { russianGoals } from './goals/ru.ts';
import { russianHighlights } from './highlights/ru.ts';
import { russianPortfolio } from './portfolio/ru.ts';
import { russianTables } from './tables/ru.ts';
import type { Writing } from './writing.ts';

/** The Russian texts. Names are quoted after a noun that is declined in their place. */
export function russian(writing: Writing<'one' | 'few' | 'many'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# день', few: '# дня', many: '# дней', other: '# дня' });
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` и ещё ${number(count - named.length)}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` В среднем за день: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Содержание',
      period: 'Период',
      comparedWith: 'В сравнении с',
      project: 'Проект',
      created: 'Создано',
      timeZone: 'Часовой пояс',
      preparedBy: 'Подготовка отчёта',
      contact: 'Контакты',
      page: (page, pages) => `Страница ${page} из ${pages}`,
      logo: (client) => `Логотип: ${name(client)}`,

      highlights: 'Главное',
      keyFigures: 'Ключевые показатели',
      dataSources: 'Источники данных',
      notes: 'Примечания к данным',
      series: (metric, by) => `${name(metric)} по ${{ day: 'дням', week: 'неделям', month: 'месяцам' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} по параметру ${quoted(dimension)}`,

      metric: 'Показатель',
      current: 'Текущий период',
      compare: 'Ранее',
      change: 'Изменение',
      share: 'Доля',
      total: 'Всего',
      rest: (count) => (count === 0 ? 'Все остальные' : `Все остальные (${number(count)})`),
      noValue: '(не указано)',
      noFigures: 'За этот период нет данных.',
      source: (connection) => `Источник: ${name(connection)}`,
      points: (points) => `${points}\u00a0п.\u00a0п.`,
      before: (value) => `ранее: ${value}`,
      good: 'Хорошо',
      bad: 'Внимание',
      neutral: 'К сведению',

      connection: 'Подключение',
      system: 'Система',
      rowsCurrent: 'Строки',
      rowsCompare: 'Строки ранее',
      fetchedAt: 'Получено',
      freshAt: 'Последнее изменение',
      bytesBilled: 'Тарифицируемые данные',
      unknown: 'неизвестно',

      trend: (metric, low, high) => `Показатель ${quoted(metric)} по дням, от ${low} до ${high}.`,
      chartEmpty: (metric) => `График показателя ${quoted(metric)}: нет данных.`,

      rowsCut: (count) =>
        counted(count, {
          one: 'Ещё # строка не показана.',
          few: 'Ещё # строки не показаны.',
          many: 'Ещё # строк не показано.',
          other: 'Ещё # строки не показано.',
        }),
      textCut: 'Текст длиннее, чем может показать отчёт; остальное опущено.',

      skip: 'Перейти к отчёту',
      download: 'Скачать',
      darkColors: 'Тёмные цвета',
      showFigures: 'Показать цифры',
      comment: 'Комментарий',
      figures: 'Цифры',
      date: 'Дата',
    },
    warnings: {
      partialPeriod: (day) => `На момент получения данных день ${day} ещё не завершился; его показатели неполные.`,
      lengthsDiffer: (current, compare) =>
        `Текущий период составляет ${days(current)}, период сравнения — ${days(compare)}; итоги не скорректированы.`,
      overlap: (current, compare) => `Периоды ${current} и ${compare} пересекаются.`,
      notThereYet: (connection, day) => `Данных из источника ${quoted(connection)} за ${day} ещё не было.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'за текущий период',
          compare: 'за период сравнения',
          both: 'ни за текущий период, ни за период сравнения',
        };
        return `В источнике ${quoted(connection)} нет данных ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'текущего периода' : 'периода сравнения';
        return `В источнике ${quoted(connection)} нет данных за ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'за текущий период' : 'за период сравнения';
        const [one, many] = ['# значения, которое не удалось прочитать', '# значений, которые не удалось прочитать'];
        const values = counted(count, { one, few: many, many, other: many });
        return `Показатель ${quoted(metric)} из источника ${quoted(connection)} ${which} рассчитан без ${values}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'складывает или усредняет столбец, похожий на отношения',
          level: 'складывает столбец, похожий на остатки или цены',
          people: 'складывает столбец, похожий на число людей, которые могут быть в нескольких строках',
        }[kind];
        return `Показатель ${quoted(metric)} из источника ${quoted(connection)} ${column}; данные могут быть неверными. Правильно было бы: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) => {
        const values = counted(most, { one: '# значения', few: '# значений', many: '# значений', other: '# значения' });
        return `В источнике ${quoted(connection)} у параметра ${quoted(dimension)} более ${values}; сравнения охватывают только ${number(most)} наибольших.`;
      },
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'Логотип не удаётся отобразить, поэтому его нет в этом отчёте.'
          : 'Изображение обложки не удаётся отобразить, поэтому его нет в этом отчёте.',
      pictureLeftOut: (alternative) =>
        `Изображение не удаётся отобразить; вместо него стоит описание: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) => `Источник ${quoted(connection)} рассчитал показатели по выборке данных: это оценки.`,
      thresholded: (connection) =>
        `Источник ${quoted(connection)} скрывает значения, которые касаются немногих людей: сумма частей может быть меньше итога.`,
      otherRow: (connection) => `Источник ${quoted(connection)} объединил редкие значения в одну строку.`,
      withheldRows: (connection) =>
        `Источник ${quoted(connection)} не раскрывает редкие значения: сумма частей меньше итога.`,
      repeatedCursor: (connection) =>
        `Страницы источника ${quoted(connection)} закончились на ссылке, которая уже встречалась: могут отсутствовать строки.`,
      incompleteFrom: (connection, date) => `Показатели источника ${quoted(connection)} с ${date} ещё меняются.`,
      sincePublished: (connection, date) =>
        `Показатели отдельных публикаций источника ${quoted(connection)} накоплены с момента публикации, по состоянию на ${date}; сравнения нет, так как у более старых публикаций было больше времени.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Дни источника ${quoted(connection)} отсчитываются по часовому поясу ${name(theirs)}, а не ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `Источник ${quoted(connection)} приводит суммы в валюте ${name(theirs)}, а не ${name(ours)}, как в этом отчёте; они показаны в валюте ${name(theirs)} без пересчёта.`,
      sourceOmitted: (connection) => `Источник ${quoted(connection)} не ответил и не включён в этот отчёт.`,
    },
    notes: {
      partialDay: (day) => `Показатели включают день ${day}, который на момент получения данных ещё не завершился.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'текущего периода' : 'периода сравнения';
        return `Нет данных за ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Итоги за ${days(current)} сравниваются с итогами за ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? {
                one: '# неделя охвачена не полностью',
                few: '# недели охвачены не полностью',
                many: '# недель охвачено не полностью',
                other: '# недели охвачено не полностью',
              }
            : {
                one: '# месяц охвачен не полностью',
                few: '# месяца охвачены не полностью',
                many: '# месяцев охвачено не полностью',
                other: '# месяца охвачено не полностью',
              };
        return `${counted(count, forms)} (начало: ${named.join('; ')}${more(count, named)}).`;
      },
      atEnd: (named) => `Значение на конец периода, без суммирования по дням: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) => {
        const values = counted(most, { one: '# значения', few: '# значений', many: '# значений', other: '# значения' });
        return `У параметра ${quoted(dimension)} более ${values}; сравнения охватывают только ${number(most)} наибольших.`;
      },
    },
    mail: {
      open: 'Открыть отчёт',
      unsubscribe: 'Отписаться',
      attached: 'Отчёт приложен к этому письму.',
      link: 'Отчёт доступен по ссылке:',
      linkEnds: (date) => `Ссылка действует до ${date}.`,
      chatTest: 'Это проверка: отчёты будут приходить в этот канал.',
    },
    charts: russianCharts(writing),
    tables: russianTables(writing),
    gallery: russianGallery(writing),
    highlights: russianHighlights(writing),
    channels: russianChannels(writing),
    goals: russianGoals(writing),
    days: russianDays(writing),
    portfolio: russianPortfolio(writing),
  };
}
