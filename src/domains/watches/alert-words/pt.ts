import type { AlertWords } from './catalog.ts';

export const pt: AlertWords = {
  spans: {
    week: (metric) => `${metric} nesta semana`,
    month: (metric) => `${metric} neste mês`,
    days7: (metric) => `${metric} em 7 dias`,
    days28: (metric) => `${metric} em 28 dias`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, acima de ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, abaixo de ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} depois de ${expected} no dia anterior`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} depois de ${expected} no mesmo dia das quatro semanas anteriores`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} depois de ${expected} nos 7 dias anteriores`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} depois de ${expected} nos 28 dias anteriores`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, quando o habitual é ${expected} (de ${low} a ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} em relação à meta: ${value}, quando até agora eram devidos ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} em relação à meta: neste ritmo ${value} de ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: neste ritmo o orçamento de ${expected} acaba em ${date}; ${daily} por dia durariam até o fim`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, mais do que o orçamento de ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: neste ritmo são gastos ${value} do orçamento de ${expected}; ${daily} por dia o usariam por inteiro`,
  stopped: ({ metric }) => `${metric}: nada, depois de haver quase todos os dias na semana anterior`,
  paused: ({ metric, value, expected }) => `${metric}: nada, e restam ${value} do orçamento de ${expected}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value} sem ${conversions}`,
  countsNothing: (metric, other) => `${metric} não conta nada, enquanto ${other} continua`,
  silence: 'Sem dados',
  silent: (metric) => `${metric}: sem dados`,
  since: (date) => `desde ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) representa ${share} da mudança.`,
  noValue: 'Linhas sem valor',
  usualRange: 'Habitual',
  unusualDay: 'Invulgar',
  opened: (what) => `Alerta: ${what}`,
  reminded: (what) => `Continua: ${what}`,
  closed: (what) => `Terminou: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `Isso terminou em ${date}.`,
  more: (parts) => `e mais ${parts}`,
  look: 'Veja, confirme ou adie aqui:',
};
