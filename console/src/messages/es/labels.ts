import { plural } from '../plural.ts';

/** Etiquetas y carpetas de los proyectos: por qué se filtran las listas y qué está marcado en ellas. */
export const labels = {
  filter: 'Etiqueta o carpeta',
  chosen: 'Solo se muestran',
  kinds: { tag: 'Etiqueta', folder: 'Carpeta' },
  tags: 'Etiquetas',
  card: 'Etiquetas y carpeta',
  about: 'Sirven para filtrar las listas, y los miembros pueden limitarse a etiquetas.',
  tagsAdvice: 'Pulse Intro después de cada una.',
  folderAdvice: 'Por ejemplo, un grupo de clientes.',
  wrong: 'Una etiqueta tiene 50 caracteres como máximo.',
  manage: 'Etiquetas y carpetas',
  rename: 'Cambiar el nombre',
  newName: 'Nombre nuevo',
  renamed: (name: string) => `Ahora se llama ${name}.`,
  remove: 'Quitar',
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeText: (count: number) =>
    plural('es', count, {
      one: 'Se quita de # proyecto, que permanece. Los miembros limitados a ella ya no ven nada por ella.',
      many: 'Se quita de # de proyectos, que permanecen. Los miembros limitados a ella ya no ven nada por ella.',
      other: 'Se quita de # proyectos, que permanecen. Los miembros limitados a ella ya no ven nada por ella.',
    }),
  removed: (name: string) => `Se ha quitado ${name}.`,
  none: 'Ningún proyecto tiene todavía una etiqueta ni está en una carpeta.',
  tick: (name: string) => `Marcar ${name}`,
  tickAll: 'Marcar todos los encontrados',
  ticks: 'Marcado',
  ticked: (count: number) =>
    plural('es', count, { one: '# proyecto marcado', many: '# de proyectos marcados', other: '# proyectos marcados' }),
  untick: 'Desmarcar todos',
  bar: 'Con los proyectos marcados',
  apply: 'Aplicar',
  limit: {
    tags: 'Todos los que tengan alguna de estas etiquetas',
    advice: 'Según el momento: también se ve un proyecto que reciba la etiqueta más tarde.',
    have: (names: string) => `Etiquetas: ${names}`,
    choose: 'Elija al menos un proyecto o una etiqueta.',
  },
};
