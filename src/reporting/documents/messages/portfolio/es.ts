import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Spanish texts of the portfolio. */
export function spanishPortfolio({ number, counted, list, name }: Writing<'one'>): PortfolioTexts {
  return {
    title: 'Cartera',
    projects: 'Proyectos',
    furthest: 'Lo más alejado de su objetivo',
    toRepair: 'Conexiones por reparar',
    count: number,
    ofAll: (some, all) => `${number(some)} de ${number(all)}`,
    left: 'Presupuesto restante',
    sums: 'Sumas de todos los proyectos',
    faults: 'Conexiones que necesitan a alguien',
    reason: 'Qué ocurre',
    reasons: {
      reauth_required: 'Ya no acepta la autorización',
      resource_missing: 'Lo que leía ya no existe',
      transient: 'No respondió',
      invalid_config: 'Su configuración ya no sirve',
      unexpected: 'Error del propio servicio',
    },
    read: (first, last) =>
      first === last
        ? `Las cifras se leyeron el ${first}; ninguna se leyó para este informe.`
        : `Las cifras se leyeron entre el ${first} y el ${last}; ninguna se leyó para este informe.`,
    order: 'Primero va lo más desviado.',
    notRead: (count, named) =>
      `${counted(count, { one: '# proyecto no tiene', other: '# proyectos no tienen' })} cifras: aún sin leer, o solo las que ya significan otra cosa, de otro diseño, objetivo, conexión o mes. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `en ${currency}` : `en ${currency}, cambios del ${day}`),
    noRate: (label, currencies) => `${name(label)} no tiene suma, porque no hay cambio para ${list(currencies)}.`,
    otherDays: (count) => counted(count, { one: '# con otros días', other: '# con otros días' }),
    behind: (count, total) => `Proyectos desviados: ${number(count)} de ${number(total)} con objetivos.`,
    figures: (count, total) => `Proyectos con cifras: ${number(count)} de ${number(total)}.`,
    off: (project, metric, share) =>
      `${name(project)}: ${name(metric)} se desvía un ${share} del objetivo para los días transcurridos.`,
    noted: {
      missingDays: (count) => counted(count, { one: '# día sin cifras', other: '# días sin cifras' }),
      leftOut: (count) =>
        counted(count, { one: '# valor que no se pudo leer', other: '# valores que no se pudieron leer' }),
      changing: (day) => `aún cambia a partir del ${day}`,
      sampled: 'estimado a partir de una muestra',
      other: 'la fuente retiene algunas cifras',
    },
  };
}
