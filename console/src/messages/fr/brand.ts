import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Marque',
  about: 'L’aspect de vos rapports et leur auteur. Un projet peut avoir ses propres valeurs.',
  save: 'Enregistrer la marque',
  unsaved: 'Pas encore enregistré',
  discard: 'Abandonner les modifications',
  remove: 'Supprimer la marque',
  removeText: 'Nom, logo, couleurs et textes disparaissent des prochains rapports. Ceux déjà créés gardent les leurs.',
  removed: 'La marque est supprimée.',
  unfinished: 'Voici ce que vous aviez commencé.',
  conflict: 'Quelqu’un d’autre a modifié la marque entre-temps.',
  takeTheirs: 'Afficher la sienne',
  keepMine: 'Enregistrer la mienne quand même',
  preview: 'Aperçu d’une couverture',
  previewNote: 'La police elle-même se voit dans les rapports.',
  sample: { title: 'Rapport mensuel', client: 'Votre client', visits: 'Visites' },
  preparedBy: (name) => `Préparé par ${name}`,
};
