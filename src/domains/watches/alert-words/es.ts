import type { AlertWords } from './catalog.ts';

export const es: AlertWords = {
  spans: {
    week: (metric) => `${metric} esta semana`,
    month: (metric) => `${metric} este mes`,
    days7: (metric) => `${metric} en 7 días`,
    days28: (metric) => `${metric} en 28 días`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}, por encima de ${expected}`,
  below: ({ metric, value, expected }) => `${metric}: ${value}, por debajo de ${expected}`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value} tras ${expected} el día anterior`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} tras ${expected} el mismo día de las cuatro semanas anteriores`,
    days7: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} tras ${expected} en los 7 días anteriores`,
    days28: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value} tras ${expected} en los 28 días anteriores`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}, cuando lo habitual es ${expected} (de ${low} a ${high})`,
  pace: ({ metric, value, expected }, change) =>
    `${metric} ${change} frente al objetivo: ${value}, cuando hasta ahora tocaban ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} ${change} frente al objetivo: a este ritmo ${value} de ${expected}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: a este ritmo el presupuesto de ${expected} se agota el ${date}; ${daily} al día alcanzarían hasta el final`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}, más que el presupuesto de ${expected}`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: a este ritmo se gastan ${value} del presupuesto de ${expected}; ${daily} al día lo usarían entero`,
  stopped: ({ metric }) => `${metric}: nada, después de haberlo casi todos los días de la semana anterior`,
  paused: ({ metric, value, expected }) => `${metric}: nada, y quedan ${value} del presupuesto de ${expected}`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value} sin ${conversions}`,
  countsNothing: (metric, other) => `${metric} no cuenta nada, mientras ${other} continúa`,
  silence: 'Sin datos',
  silent: (metric) => `${metric}: sin datos`,
  since: (date) => `desde el ${date}`,
  explained: (value, dimension, share) => `${value} (${dimension}) supone ${share} del cambio.`,
  noValue: 'Filas sin valor',
  usualRange: 'Habitual',
  unusualDay: 'Inusual',
  opened: (what) => `Alerta: ${what}`,
  reminded: (what) => `Sigue igual: ${what}`,
  closed: (what) => `Terminado: ${what}`,
  place: (project, connection) => `${project}, ${connection}:`,
  over: (date) => `Esto ha terminado a fecha de ${date}.`,
  more: (parts) => `y ${parts} más`,
  look: 'Véalo, confírmelo o pospóngalo aquí:',
};
