import { plural } from '../plural.ts';

/** Plusieurs projets à la fois, à partir de connexions ou d’un fichier. */
export const imports = {
  action: 'Plusieurs projets',
  title: 'Créer plusieurs projets',
  subtitle:
    'À partir de ce que voient vos connexions, ou d’un fichier. Tout est vérifié avant que quoi que ce soit soit créé.',
  source: 'D’où ils viennent',
  sources: {
    signIns: 'Connexions',
    signInsAdvice:
      'Ce qui appartient à un même client dans plusieurs systèmes est réuni, et vous cochez ce qui devient un projet.',
    file: 'Un fichier CSV',
    fileAdvice: 'Une ligne par projet.',
  },
  signIns: {
    label: 'Connexions',
    missing: 'Choisissez une connexion.',
    empty: 'Personne ne s’est encore connecté',
    emptyText:
      'Reliez les données d’un projet en vous connectant chez le fournisseur. Vous pourrez ensuite créer les autres d’ici.',
    look: 'Montrer ce qu’elles voient',
    silent: (system: string) => `${system} ne peut pas être listé pour le moment`,
    nothing: 'Ces connexions ne voient rien.',
  },
  common: 'Tous reçoivent',
  template: 'Modèle',
  noTemplate: 'Aucun : la mise en page automatique',
  matches: {
    title: 'Projets proposés',
    text: 'Seul ce qui est certain est coché. Regardez les autres avant de les cocher : un projet avec les données d’un autre client montrerait des chiffres faux.',
    name: 'Nom du projet',
    sources: 'Données',
    sure: 'Degré de certitude',
    units: 'Devise et fuseau horaire',
    make: (name: string) => `Créer ${name}`,
    all: 'Tout cocher',
    certain: 'Cocher ce qui est certain',
    none: 'Tout décocher',
    rivals: (others: string) => `Convient aussi : ${others}`,
    missing: 'Cochez-en au moins un.',
  },
  certainty: { certain: 'Certain', likely: 'Probable', unsure: 'Incertain' },
  reasons: {
    same_domain: 'Le même domaine',
    same_name: 'Le même nom',
    same_words: 'Les mêmes mots dans les noms',
    name_of_domain: 'Le nom est celui du domaine',
    similar_name: 'Des noms semblables',
    only_system: 'Il est seul',
    alone: 'Rien d’autre ne convient',
    ambiguous: 'Plusieurs conviennent, aucun n’a donc été ajouté',
    covered: 'Il fait partie d’un domaine qui est là en entier',
  },
  alike: (share: string) => `semblables à ${share}`,
  file: {
    columns:
      'L’en-tête doit avoir « name ». Il peut avoir client, time_zone, language, currency, template, connections et les emplacements du modèle.',
    choose: 'Choisir un fichier',
    missing: 'Choisissez un fichier.',
    notText: 'Ce n’est pas un texte en UTF-8. Enregistrez-le comme « CSV UTF-8 ».',
    tooLarge: 'Ce fichier dépasse 4 Mo. Divisez-le.',
  },
  check: 'Vérifier',
  result: {
    title: 'Ce qui a été trouvé',
    ready: (count: number) =>
      plural('fr', count, { one: '# projet peut être créé.', other: '# projets peuvent être créés.' }),
    nothing: 'Il n’y a rien à créer.',
    already: (count: number) =>
      plural('fr', count, {
        one: '# projet existe déjà et reste tel quel.',
        other: '# projets existent déjà et restent tels quels.',
      }),
    faults: 'À corriger d’abord',
    warnings: 'À regarder',
    row: 'Ligne',
    all: 'Toutes',
    column: 'Colonne',
    what: 'Quoi',
    make: (count: number) => plural('fr', count, { one: 'Créer # projet', other: 'Créer # projets' }),
  },
};
