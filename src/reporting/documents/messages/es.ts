import { spanishChannels } from './channels/es.ts';
import { spanishCharts } from './charts/es.ts';
import { spanishDays } from './days/es.ts';
import type { DailyChange, Texts } from './en.ts';
import { spanishGallery } from './gallery/es.ts';
import { spanishGoals } from './goals/es.ts';
import { spanishHighlights } from './highlights/es.ts';
import { spanishPortfolio } from './portfolio/es.ts';
import { spanishTables } from './tables/es.ts';
import type { Writing } from './writing.ts';

/** The Spanish texts. */
export function spanish(writing: Writing<'one'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# día', other: '# días' });
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` y ${number(count - named.length)} más` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` Media diaria: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Índice',
      period: 'Período',
      comparedWith: 'Comparado con',
      project: 'Proyecto',
      created: 'Creado el',
      timeZone: 'Zona horaria',
      preparedBy: 'Elaborado por',
      contact: 'Contacto',
      page: (page, pages) => `Página ${page} de ${pages}`,
      logo: (client) => `Logotipo de ${name(client)}`,

      highlights: 'Aspectos destacados',
      keyFigures: 'Indicadores clave',
      dataSources: 'Fuentes de datos',
      notes: 'Observaciones sobre los datos',
      series: (metric, by) => `${name(metric)} por ${{ day: 'día', week: 'semana', month: 'mes' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} por ${name(dimension)}`,

      metric: 'Indicador',
      current: 'Período actual',
      compare: 'Antes',
      change: 'Variación',
      share: 'Proporción',
      total: 'Total',
      rest: (count) => (count === 0 ? 'Todos los demás' : `Todos los demás (${number(count)})`),
      noValue: '(sin especificar)',
      noFigures: 'No hay cifras para este período.',
      source: (connection) => `Fuente: ${name(connection)}`,
      points: (points) => `${points}\u00a0p.\u00a0p.`,
      before: (value) => `antes: ${value}`,
      good: 'Positivo',
      bad: 'Atención',
      neutral: 'Informativo',

      connection: 'Conexión',
      system: 'Sistema',
      rowsCurrent: 'Filas',
      rowsCompare: 'Filas antes',
      fetchedAt: 'Obtención',
      freshAt: 'Última modificación',
      bytesBilled: 'Datos facturados',
      unknown: 'desconocida',

      trend: (metric, low, high) => `${quoted(metric)} por día, entre ${low} y ${high}.`,
      chartEmpty: (metric) => `Gráfico de ${quoted(metric)}: sin cifras.`,

      rowsCut: (count) => counted(count, { one: 'No se muestra # fila más.', other: 'No se muestran # filas más.' }),
      textCut: 'El texto supera la extensión que muestra un informe; se omite el resto.',

      skip: 'Ir al informe',
      download: 'Descargar',
      darkColors: 'Colores oscuros',
      showFigures: 'Mostrar las cifras',
      comment: 'Comentario',
      figures: 'Cifras',
      date: 'Fecha',
    },
    warnings: {
      partialPeriod: (day) =>
        `El día ${day} no había terminado cuando se obtuvieron los datos; sus cifras están incompletas.`,
      lengthsDiffer: (current, compare) =>
        `El período actual tiene ${days(current)} y el de comparación, ${days(compare)}; los totales no se han ajustado.`,
      overlap: (current, compare) => `Los dos períodos se solapan: ${current} y ${compare}.`,
      notThereYet: (connection, day) => `Los datos de ${quoted(connection)} del ${day} aún no estaban disponibles.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'en el período actual',
          compare: 'en el período de comparación',
          both: 'ni en el período actual ni en el de comparación',
        };
        return `${quoted(connection)} no tiene datos ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'del período actual' : 'del período de comparación';
        return `${quoted(connection)} no tiene datos en ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'en el período actual' : 'en el período de comparación';
        const forms = {
          one: '# valor que no se puede leer y queda fuera',
          other: '# valores que no se pueden leer y quedan fuera',
        };
        return `${quoted(connection)} contiene, ${which}, ${counted(count, forms)} del indicador ${quoted(metric)}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'suma o promedia una columna que parece de cocientes',
          level: 'suma una columna que parece de saldos, existencias o precios',
          people: 'suma una columna que parece de personas, que pueden estar en varias filas',
        }[kind];
        return `El indicador ${quoted(metric)} de ${quoted(connection)} ${column}; sus cifras pueden ser erróneas. Lo correcto sería: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)} tiene más de ${number(most)} valores de ${quoted(dimension)}; las comparaciones abarcan solo los ${number(most)} mayores.`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'El logotipo no se puede mostrar y no figura en este informe.'
          : 'La imagen de portada no se puede mostrar y no figura en este informe.',
      pictureLeftOut: (alternative) =>
        `Una imagen no se puede mostrar; en su lugar aparece su descripción: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) =>
        `${quoted(connection)} ha calculado las cifras a partir de una muestra de sus datos: son estimaciones.`,
      thresholded: (connection) =>
        `${quoted(connection)} omite los valores que afectan a pocas personas: las partes pueden sumar menos que el total.`,
      otherRow: (connection) => `${quoted(connection)} ha reunido los valores poco frecuentes en una sola fila.`,
      withheldRows: (connection) =>
        `${quoted(connection)} retiene los valores poco frecuentes: las partes suman menos que el total.`,
      repeatedCursor: (connection) =>
        `Las páginas de ${quoted(connection)} terminaron en una referencia que ya había aparecido: pueden faltar filas.`,
      incompleteFrom: (connection, date) => `Las cifras de ${quoted(connection)} todavía cambian a partir del ${date}.`,
      sincePublished: (connection, date) =>
        `Las cifras de cada publicación de ${quoted(connection)} son las acumuladas desde que se publicó, a fecha de ${date}; no se comparan, porque las más antiguas han tenido más tiempo.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Los días de ${quoted(connection)} son los de ${name(theirs)}, no los de ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `${quoted(connection)} da los importes en ${name(theirs)} y no en ${name(ours)} como este informe; se muestran en ${name(theirs)}, sin conversión.`,
      sourceOmitted: (connection) => `${quoted(connection)} no ha respondido y no figura en este informe.`,
    },
    notes: {
      partialDay: (day) => `Las cifras incluyen el día ${day}, que no había terminado cuando se obtuvieron los datos.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'del período actual' : 'del período de comparación';
        return `Sin datos en ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Se comparan totales de ${days(current)} con totales de ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? { one: '# semana no está completa', other: '# semanas no están completas' }
            : { one: '# mes no está completo', other: '# meses no están completos' };
        return `${counted(count, forms)} (inicio: ${named.join('; ')}${more(count, named)}).`;
      },
      atEnd: (named) => `Valor al final del período, no sumado por días: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) =>
        `Hay más de ${number(most)} valores de ${quoted(dimension)}; las comparaciones abarcan solo los ${number(most)} mayores.`,
    },
    mail: {
      open: 'Abrir el informe',
      unsubscribe: 'Cancelar la suscripción',
      attached: 'El informe va adjunto.',
      link: 'El informe está disponible aquí:',
      linkEnds: (date) => `El enlace es válido hasta el ${date}.`,
      chatTest: 'Esto es una prueba: los informes llegarán a este canal.',
    },
    charts: spanishCharts(writing),
    tables: spanishTables(writing),
    gallery: spanishGallery(writing),
    highlights: spanishHighlights(writing),
    channels: spanishChannels(writing),
    goals: spanishGoals(writing),
    days: spanishDays(writing),
    portfolio: spanishPortfolio(writing),
  };
}
