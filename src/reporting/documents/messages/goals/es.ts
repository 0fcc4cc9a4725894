import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Spanish texts of goals. */
export function spanishGoals({ list, name }: Writing<'one'>): GoalTexts {
  return {
    title: 'Objetivos',
    goal: 'Objetivo',
    reached: 'Resultado',
    share: '% del objetivo',
    timeGone: 'Tiempo transcurrido',
    pace: 'Ritmo',
    forecast: 'Previsión',
    range: 'Rango probable',
    low: 'Previsión desde',
    high: 'Previsión hasta',
    rangeExplained:
      'Rango probable: según las semanas anteriores, cuatro de cada cinco períodos así terminan dentro de él.',
    status: 'Estado',
    met: 'Cumplido',
    missed: 'No cumplido',
    onCourse: 'En línea',
    offCourse: 'Desviado',
    card: (target, share) => `Objetivo: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Objetivo: ${amounts}.`,
    none: 'No hay ningún objetivo fijado para el último día de este período.',
    explained: (day) =>
      `Datos hasta el ${day}. Ritmo: resultado de los días concluidos respecto al objetivo de esos días. Previsión: resultado de todo el período a este ritmo.`,
    prorated: (named) =>
      `Objetivos prorrateados por días, porque el período abarca solo una parte de un mes, trimestre o año: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached}, frente a un objetivo de ${target}.`;
      const time = gone === null ? '' : ` con el ${gone} del tiempo transcurrido`;
      return `${about}: ${ratio} del objetivo${time}, ${reached} frente a ${target}.`;
    },
  };
}
