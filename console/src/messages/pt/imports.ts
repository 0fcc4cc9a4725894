import { plural } from '../plural.ts';

/** Vários projetos de uma vez, a partir de acessos ou de um arquivo. */
export const imports = {
  action: 'Vários projetos',
  title: 'Criar vários projetos',
  subtitle: 'A partir do que os seus acessos veem, ou de um arquivo. Tudo é verificado antes de algo ser criado.',
  source: 'De onde vêm',
  sources: {
    signIns: 'Acessos',
    signInsAdvice:
      'O que pertence a um mesmo cliente em vários sistemas é reunido, e você marca o que vira um projeto.',
    file: 'Um arquivo CSV',
    fileAdvice: 'Uma linha para cada projeto.',
  },
  signIns: {
    label: 'Acessos',
    missing: 'Escolha um acesso.',
    empty: 'Ninguém fez login ainda',
    emptyText: 'Conecte os dados de um projeto fazendo login no fornecedor. Depois você pode criar os outros daqui.',
    look: 'Mostrar o que veem',
    silent: (system: string) => `${system} não pode ser listado agora`,
    nothing: 'Estes acessos não veem nada.',
  },
  common: 'Todos recebem',
  template: 'Modelo',
  noTemplate: 'Nenhum: o layout automático',
  matches: {
    title: 'Projetos propostos',
    text: 'Só o que é certo está marcado. Olhe os outros antes de marcá-los: um projeto com os dados de outro cliente mostraria números errados.',
    name: 'Nome do projeto',
    sources: 'Dados',
    sure: 'Grau de certeza',
    units: 'Moeda e fuso horário',
    make: (name: string) => `Criar ${name}`,
    all: 'Marcar todos',
    certain: 'Marcar os certos',
    none: 'Desmarcar todos',
    rivals: (others: string) => `Também serve: ${others}`,
    missing: 'Marque pelo menos um.',
  },
  certainty: { certain: 'Certo', likely: 'Provável', unsure: 'Incerto' },
  reasons: {
    same_domain: 'O mesmo domínio',
    same_name: 'O mesmo nome',
    same_words: 'As mesmas palavras nos nomes',
    name_of_domain: 'O nome é o do domínio',
    similar_name: 'Nomes parecidos',
    only_system: 'Está sozinho',
    alone: 'Nada mais serve',
    ambiguous: 'Vários servem, por isso nenhum foi juntado',
    covered: 'É parte de um domínio que está aqui inteiro',
  },
  alike: (share: string) => `${share} iguais`,
  file: {
    columns:
      'O cabeçalho precisa de “name”. Pode ter client, time_zone, language, currency, template, connections e os espaços do modelo.',
    choose: 'Escolher um arquivo',
    missing: 'Escolha um arquivo.',
    notText: 'Isto não é um texto em UTF-8. Salve-o como “CSV UTF-8”.',
    tooLarge: 'Este arquivo tem mais de 4 MB. Divida-o.',
  },
  check: 'Verificar',
  result: {
    title: 'O que foi encontrado',
    ready: (count: number) =>
      plural('pt', count, { one: '# projeto pode ser criado.', other: '# projetos podem ser criados.' }),
    nothing: 'Não há nada para criar.',
    already: (count: number) =>
      plural('pt', count, {
        one: '# projeto já existe e fica como está.',
        other: '# projetos já existem e ficam como estão.',
      }),
    faults: 'A corrigir primeiro',
    warnings: 'Vale a pena olhar',
    row: 'Linha',
    all: 'Todas',
    column: 'Coluna',
    what: 'O quê',
    make: (count: number) => plural('pt', count, { one: 'Criar # projeto', other: 'Criar # projetos' }),
  },
};
