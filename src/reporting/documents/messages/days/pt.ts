import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Portuguese texts of series with days of their own, and of heatmaps. */
export function portugueseDays({ name, number }: Writing<'one'>): DayTexts {
  const quoted = (text: string) => `“${name(text)}”`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `; mais ${number(count - named.length)}` : '';
  return {
    begins: (connection, date) => `${quoted(connection)} não tem números antes de ${date}.`,
    missing: (count, named) => `Dias sem dados (${number(count)}): ${named.join('; ')}${more(count, named)}.`,
    leftOut: (metric, count) =>
      `Valores de ${quoted(metric)} que não podem ser lidos e ficam de fora: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} por dia da semana e hora`,
    byWeek: (metric) => `${name(metric)} por dia da semana e semana`,
    weekday: 'Dia',
    noFigure: 'sem número',
    meanOfHours: 'Cada número é a média dessa hora em todos os dias desse dia da semana no período.',
    eachDay: 'Cada número é o de um dia; as semanas têm a data da sua segunda-feira.',
    clockChanges: (named) =>
      `Mudança de hora em ${named.join('; ')}: uma hora saltada não conta e uma repetida conta duas vezes.`,
    hoursMissing: (named) => `O sistema não tem as horas destes dias, que aqui não contam: ${named.join('; ')}.`,
    midnight: (connection) =>
      `Todos os números de ${quoted(connection)} estão à meia-noite: conhece os dias, mas ao que parece não as horas.`,
    heatmap: (title, period) => `Mapa de calor: ${title}, ${period}.`,
    extremes: (most, least) => `Máximo: ${most.name}: ${most.figure}. Mínimo: ${least.name}: ${least.figure}.`,
  };
}
