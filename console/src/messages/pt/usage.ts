import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Plano e uso',
  plan: (name) => `Seu plano é ${name}.`,
  allowance: 'O que seu plano permite',
  projects: 'Projetos',
  members: 'Membros',
  generations: 'Relatórios feitos neste mês',
  ofLimit: (used, limit) => `${used} de ${limit}`,
  unlimited: (used) => `${used}, sem limite`,
  full: {
    title: 'Esgotado',
    projects: 'Arquive um projeto terminado ou peça um plano maior ao seu operador.',
    members: 'Remova alguém que saiu ou peça um plano maior ao seu operador.',
    generations: (day) =>
      `Nenhum outro relatório é feito antes de ${day}, nem os agendados, a menos que seu operador lhe dê um plano maior.`,
    requests: 'Programas são recusados até recomeçar. O que você faz aqui continua.',
  },
  toProjects: 'Ir para os projetos',
  toMembers: 'Ir para os membros',
  resets: (time) => `Recomeça: ${time}`,
  days: 'Os últimos 30 dias',
  daysAdvice: 'Escolha um dia com o ponteiro ou as setas. Os dias são os de UTC.',
  reports: 'Relatórios',
  files: 'Arquivos',
  completed: 'Relatórios concluídos',
  date: 'Dia',
  onDay: (day, reports, files) =>
    `${day}: ${plural('pt', reports, { one: '# relatório', many: '# relatórios', other: '# relatórios' })}, ${plural('pt', files, { one: '# arquivo', many: '# arquivos', other: '# arquivos' })}`,
  asTable: 'Como tabela',
  nothing: 'Nada foi feito nos últimos 30 dias.',
  requests: 'Solicitações de programas',
  requestsText: 'O que programas pedem à API pública com seus tokens de acesso. O trabalho no console não conta.',
  minute: 'Neste minuto',
  day: 'Hoje',
};
