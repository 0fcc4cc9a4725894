import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Marca',
  about: 'Como seus relatórios são e de quem vêm. Um projeto pode ter valores próprios.',
  save: 'Salvar marca',
  unsaved: 'Ainda não salvo',
  discard: 'Descartar alterações',
  remove: 'Remover marca',
  removeText: 'Nome, logotipo, cores e textos somem dos próximos relatórios. Os já feitos mantêm os seus.',
  removed: 'A marca foi removida.',
  unfinished: 'Isto é o que você tinha começado.',
  conflict: 'Outra pessoa alterou a marca nesse meio-tempo.',
  takeTheirs: 'Mostrar a versão dela',
  keepMine: 'Salvar a minha mesmo assim',
  preview: 'Como fica uma capa',
  previewNote: 'A própria fonte aparece nos relatórios.',
  sample: { title: 'Relatório mensal', client: 'Seu cliente', visits: 'Visitas' },
  preparedBy: (name) => `Preparado por ${name}`,
};
