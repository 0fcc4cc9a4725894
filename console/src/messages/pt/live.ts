import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: 'Sempre atual',
  none: 'Com um link assim, os clientes veem o layout deste projeto no período que escolherem, com números sempre atuais.',
  addTitle: 'Novo link para uma página sempre atual',
  changeTitle: 'O que os leitores podem escolher',
  periods: 'Períodos para escolher',
  needsPeriod: 'Escolha pelo menos um período.',
  ownDays: 'Os leitores podem escolher outros dias',
  compare: 'Com o que podem comparar',
  needsComparison: 'Escolha pelo menos uma opção.',
  keep: 'Idade máxima dos números',
  origins: 'Sites que podem incorporá-la',
  originsAdvice: 'Um endereço por linha, por exemplo https://www.example.com',
  keepReport: 'Guardar como relatório',
  kept: 'O relatório está sendo criado.',
  revokeText: 'Quem o tem deixa de ver a página imediatamente. Isso não pode ser desfeito.',
};
