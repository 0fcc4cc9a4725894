import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Plan y uso',
  plan: (name) => `Su plan es ${name}.`,
  allowance: 'Lo que permite su plan',
  projects: 'Proyectos',
  members: 'Miembros',
  generations: 'Informes hechos este mes',
  ofLimit: (used, limit) => `${used} de ${limit}`,
  unlimited: (used) => `${used}, sin límite`,
  full: {
    title: 'Agotado',
    projects: 'Archive un proyecto terminado o pida a su operador un plan mayor.',
    members: 'Quite a alguien que ya no esté o pida a su operador un plan mayor.',
    generations: (day) =>
      `No se hará ningún otro informe antes del ${day}, tampoco los programados, salvo que su operador le dé un plan mayor.`,
    requests: 'Los programas se rechazan hasta que empiece de nuevo. Lo que usted hace aquí continúa.',
  },
  toProjects: 'Ir a los proyectos',
  toMembers: 'Ir a los miembros',
  resets: (time) => `Empieza de nuevo: ${time}`,
  days: 'Los últimos 30 días',
  daysAdvice: 'Elija un día con el puntero o las flechas. Los días son los de UTC.',
  reports: 'Informes',
  files: 'Archivos',
  completed: 'Informes terminados',
  date: 'Día',
  onDay: (day, reports, files) =>
    `${day}: ${plural('es', reports, { one: '# informe', many: '# informes', other: '# informes' })}, ${plural('es', files, { one: '# archivo', many: '# archivos', other: '# archivos' })}`,
  asTable: 'Como tabla',
  nothing: 'No se ha hecho nada en los últimos 30 días.',
  requests: 'Solicitudes de programas',
  requestsText:
    'Lo que los programas piden a la API pública con sus tokens de acceso. El trabajo en la consola no cuenta.',
  minute: 'En este minuto',
  day: 'Hoy',
};
