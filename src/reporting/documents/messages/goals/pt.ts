import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Portuguese texts of goals. */
export function portugueseGoals({ list, name }: Writing<'one'>): GoalTexts {
  return {
    title: 'Metas',
    goal: 'Meta',
    reached: 'Realizado',
    share: '% da meta',
    timeGone: 'Tempo decorrido',
    pace: 'Ritmo',
    forecast: 'Projeção',
    range: 'Intervalo provável',
    low: 'Projeção de',
    high: 'Projeção até',
    rangeExplained:
      'Intervalo provável: pelas semanas anteriores, quatro em cada cinco períodos assim terminam dentro dele.',
    status: 'Situação',
    met: 'Atingida',
    missed: 'Não atingida',
    onCourse: 'No caminho',
    offCourse: 'Fora do caminho',
    card: (target, share) => `Meta: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Meta: ${amounts}.`,
    none: 'Nenhuma meta está definida para o último dia deste período.',
    explained: (day) =>
      `Dados até ${day}. Ritmo: resultado dos dias concluídos em relação à meta desses dias. Projeção: resultado do período inteiro nesse ritmo.`,
    prorated: (named) =>
      `Metas proporcionais aos dias, pois o período abrange apenas parte de um mês, trimestre ou ano: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached}, para uma meta de ${target}.`;
      const time = gone === null ? '' : ` com ${gone} do tempo decorrido`;
      return `${about}: ${ratio} da meta${time}, ${reached} frente a ${target}.`;
    },
  };
}
