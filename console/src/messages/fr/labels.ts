import { plural } from '../plural.ts';

/** Étiquettes et dossiers des projets : ce qui filtre les listes, et ce qui y est coché. */
export const labels = {
  filter: 'Étiquette ou dossier',
  chosen: 'Affichés seulement',
  kinds: { tag: 'Étiquette', folder: 'Dossier' },
  tags: 'Étiquettes',
  card: 'Étiquettes et dossier',
  about: 'Elles filtrent les listes, et les membres peuvent être limités à des étiquettes.',
  tagsAdvice: 'Appuyez sur Entrée après chacune.',
  folderAdvice: 'Par exemple un groupe de clients.',
  wrong: 'Une étiquette a 50 caractères au plus.',
  manage: 'Étiquettes et dossiers',
  rename: 'Renommer',
  newName: 'Nouveau nom',
  renamed: (name: string) => `Le nom est maintenant ${name}.`,
  remove: 'Retirer',
  removeTitle: (name: string) => `Retirer ${name} ?`,
  removeText: (count: number) =>
    plural('fr', count, {
      one: 'Elle est retirée de # projet, qui reste. Les membres qui y sont limités ne voient plus rien par elle.',
      many: 'Elle est retirée de # de projets, qui restent. Les membres qui y sont limités ne voient plus rien par elle.',
      other: 'Elle est retirée de # projets, qui restent. Les membres qui y sont limités ne voient plus rien par elle.',
    }),
  removed: (name: string) => `${name} est retirée.`,
  none: 'Aucun projet n’a encore d’étiquette ni de dossier.',
  tick: (name: string) => `Cocher ${name}`,
  tickAll: 'Cocher tous ceux trouvés',
  ticks: 'Coché',
  ticked: (count: number) =>
    plural('fr', count, { one: '# projet coché', many: '# de projets cochés', other: '# projets cochés' }),
  untick: 'Tout décocher',
  bar: 'Avec les projets cochés',
  apply: 'Appliquer',
  limit: {
    tags: 'Tous ceux qui ont une de ces étiquettes',
    advice: 'Selon le moment : un projet qui reçoit l’étiquette plus tard est vu aussi.',
    have: (names: string) => `Étiquettes : ${names}`,
    choose: 'Choisissez au moins un projet ou une étiquette.',
  },
};
