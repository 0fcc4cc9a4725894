import { plural } from '../plural.ts';

/** Etiquetas e pastas dos projetos: por que as listas são filtradas e o que está marcado nelas. */
export const labels = {
  filter: 'Etiqueta ou pasta',
  chosen: 'Mostrados apenas',
  kinds: { tag: 'Etiqueta', folder: 'Pasta' },
  tags: 'Etiquetas',
  card: 'Etiquetas e pasta',
  about: 'Elas filtram as listas, e os membros podem ser limitados a etiquetas.',
  tagsAdvice: 'Pressione Enter depois de cada uma.',
  folderAdvice: 'Por exemplo, um grupo de clientes.',
  wrong: 'Uma etiqueta tem no máximo 50 caracteres.',
  manage: 'Etiquetas e pastas',
  rename: 'Mudar o nome',
  newName: 'Novo nome',
  renamed: (name: string) => `Agora o nome é ${name}.`,
  remove: 'Remover',
  removeTitle: (name: string) => `Remover ${name}?`,
  removeText: (count: number) =>
    plural('pt', count, {
      one: 'É retirada de # projeto, que permanece. Os membros limitados a ela não veem mais nada por ela.',
      many: 'É retirada de # de projetos, que permanecem. Os membros limitados a ela não veem mais nada por ela.',
      other: 'É retirada de # projetos, que permanecem. Os membros limitados a ela não veem mais nada por ela.',
    }),
  removed: (name: string) => `${name} foi removida.`,
  none: 'Nenhum projeto tem etiqueta nem está em uma pasta ainda.',
  tick: (name: string) => `Marcar ${name}`,
  tickAll: 'Marcar todos os encontrados',
  ticks: 'Marcado',
  ticked: (count: number) =>
    plural('pt', count, { one: '# projeto marcado', many: '# de projetos marcados', other: '# projetos marcados' }),
  untick: 'Desmarcar todos',
  bar: 'Com os projetos marcados',
  apply: 'Aplicar',
  limit: {
    tags: 'Todos com alguma destas etiquetas',
    advice: 'Conforme o momento: um projeto que receba a etiqueta depois também é visto.',
    have: (names: string) => `Etiquetas: ${names}`,
    choose: 'Escolha pelo menos um projeto ou uma etiqueta.',
  },
};
