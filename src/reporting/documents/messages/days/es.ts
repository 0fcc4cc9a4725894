import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Spanish texts of series with days of their own, and of heatmaps. */
export function spanishDays({ name, number }: Writing<'one'>): DayTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; ${number(count - named.length)} más` : '';
  return {
    begins: (connection, date) => `${quoted(connection)} no tiene cifras antes del ${date}.`,
    missing: (count, named) => `Días sin datos (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) => `Valores de ${quoted(metric)} que no se pueden leer y quedan fuera: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} por día de la semana y hora`,
    byWeek: (metric) => `${name(metric)} por día de la semana y semana`,
    weekday: 'Día',
    noFigure: 'sin cifra',
    meanOfHours: 'Cada cifra es la media de esa hora en todos los días de ese día de la semana dentro del período.',
    eachDay: 'Cada cifra es la de un día; las semanas llevan la fecha de su lunes.',
    clockChanges: (named) =>
      `Cambio de hora el ${named.join('; ')}: una hora omitida no cuenta y una repetida cuenta dos veces.`,
    hoursMissing: (named) => `El sistema no tiene las horas de estos días, que aquí no cuentan: ${named.join('; ')}.`,
    midnight: (connection) =>
      `Todas las cifras de ${quoted(connection)} están a medianoche: conoce los días, pero al parecer no las horas.`,
    heatmap: (title, period) => `Mapa de calor: ${title}, ${period}.`,
    extremes: (most, least) => `Máximo: ${most.name}: ${most.figure}. Mínimo: ${least.name}: ${least.figure}.`,
  };
}
