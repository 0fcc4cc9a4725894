import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Portfólio',
  subtitle: 'Todos os projetos lado a lado. Primeiro, o que mais se desvia.',
  period: 'Período',
  periods: { month: 'Este mês até agora', last_month: 'Último mês completo', days: 'Últimos 30 dias' },
  sorts: { off_course: 'Maior desvio', change: 'Variação', name: 'Nome', read_at: 'Quando foi lido' },
  totals: 'Somas de todos os projetos',
  waiting: (count) =>
    plural('pt', count, { one: '# projeto está sendo lido.', other: '# projetos estão sendo lidos.' }),
  read: (read, all) => `Números de ${read} de ${all} projetos.`,
  nightly: 'Leitura toda noite às cinco horas, no fuso de cada projeto.',
  notNightly: 'Sem leitura noturna.',
  asked: (when) => `Último pedido: ${when}.`,
  ratesFault: 'As taxas de câmbio não foram lidas',
  refresh: 'Ler agora',
  report: { make: 'Criar um relatório', send: 'Enviar regularmente' },
  queued: (count) => plural('pt', count, { one: '# projeto é lido agora.', other: '# projetos são lidos agora.' }),
  skipped: (count) =>
    plural('pt', count, {
      one: '# projeto foi lido nos últimos 15 minutos. Tente mais tarde.',
      other: '# projetos foram lidos nos últimos 15 minutos. Tente mais tarde.',
    }),
  reading: 'Lendo …',
  notRead: 'Ainda não lido.',
  noFigures: 'Suas conexões não têm números para mostrar.',
  broken: (count, total) =>
    plural('pt', count, {
      one: `# de ${total} conexões precisa de atenção`,
      other: `# de ${total} conexões precisam de atenção`,
    }),
  lastReport: (day) => `Relatório de ${day}`,
  releasedBy: (name) => `aprovado por ${name}`,
  reportStates: { awaiting_approval: 'aguarda aprovação', rejected: 'foi rejeitado' },
  nextReport: (day) => `Próximo em ${day}`,
  before: (value) => `antes: ${value}`,
  points: (value) => `${value} pp`,
  goal: (value) => `Meta: ${value}`,
  pace: (value) => `ritmo ${value}`,
  forecast: (value) => `Previsão: ${value}`,
  left: (value) => `Restam: ${value}`,
  overspent: (value) => `Excedido em ${value}`,
  monthBegins: 'Nenhum dia deste mês terminou ainda.',
  age: (when) => `Lido ${when}`,
  ofProjects: (count) => plural('pt', count, { one: '# projeto', other: '# projetos' }),
  otherDays: (count) => plural('pt', count, { one: '# tem outros dias', other: '# têm outros dias' }),
  converted: (currency, day) => `em ${currency}, taxas de ${day}`,
  noRate: (currencies) => `Sem soma: não há taxa para ${currencies}.`,
  notes: {
    missingDays: (count) => plural('pt', count, { one: '# dia sem números', other: '# dias sem números' }),
    leftOut: (count) =>
      plural('pt', count, { one: '# valor não pôde ser lido', other: '# valores não puderam ser lidos' }),
    changing: (day) => `Ainda muda a partir de ${day}`,
    sampled: 'Estimado a partir de uma amostra',
    other: 'A fonte retém alguns números',
  },
  settings: {
    action: 'Configurações',
    title: 'O que o portfólio mostra',
    nightly: 'Ler todos os projetos toda noite',
    figures: 'Números',
    figuresAdvice:
      'Chaves de até seis métricas, como revenue, ou google-ads:cost de um só sistema. Sem nenhuma, cada projeto mostra os primeiros números do seu layout. Um modelo pode dizer outra coisa.',
    tooMany: 'Pode haver no máximo seis.',
    ofTemplateAdvice: (slots) =>
      `Até seis, cada um com um espaço e a chave de uma de suas métricas, como ads:cost. Espaços: ${slots}. Sem nenhum, os da conta.`,
    wrongOfTemplate: 'Indique um espaço do modelo e uma métrica, como ads:cost; no máximo seis.',
    currency: 'Moeda de referência',
    currencyAdvice: 'Somas de várias moedas são convertidas para ela.',
    noCurrency: 'Nenhuma: cada moeda à parte',
    rates: 'Conexão com taxas',
    noRates: 'Nenhuma',
    dimension: 'Sua dimensão de códigos de moeda',
    metric: 'Sua métrica de taxas',
    means: 'O que uma taxa diz',
    meanings: {
      units: 'Quantas unidades se obtêm por uma da moeda de referência',
      price: 'Quanto custa uma unidade na moeda de referência',
    },
    done: 'As configurações foram salvas.',
  },
};
