import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Início',
  start: {
    title: 'Primeiros passos',
    done: 'Feito',
    progress: (done, all) => `${done} de ${all} feitos`,
    project: {
      title: 'Criar um projeto',
      text: 'Um para cada cliente ou site sobre o qual você faz relatórios.',
      action: 'Novo projeto',
    },
    connection: {
      title: 'Conectar dados',
      text: 'Envie um arquivo, ou conecte o que seu cliente usa.',
      action: 'Conectar dados',
    },
    report: {
      title: 'Criar um relatório',
      text: 'Escolha um período. Leva alguns segundos.',
      action: 'Criar um relatório',
    },
    delivery: {
      title: 'Enviar',
      text: 'Baixe-o, envie um link, ou deixe um agendamento enviá-lo todo mês.',
      action: 'Abrir o relatório',
    },
  },
  needs: {
    title: 'Precisa de você',
    reader: 'Problemas conhecidos',
    calm: 'Hoje nada precisa de você',
    calmText: 'Todas as conexões funcionam, e nenhum relatório está à espera.',
    reconnect: (name) => `${name} precisa ser conectada de novo`,
    missing: (name) => `O que ${name} lê não está mais lá`,
    ending: (name, day) => `A autorização de ${name} termina em ${day}`,
    waiting: (count) =>
      plural('pt', count, { one: '# relatório espera por isso', other: '# relatórios esperam por isso' }),
    blocked: 'Não foi possível criar um relatório',
    times: (count) => plural('pt', count, { one: '# vez', other: '# vezes' }),
    undelivered: (recipient) => `Um e-mail para ${recipient} não chegou`,
    unposted: (channel) => `Uma mensagem para o canal de chat ${channel} não chegou`,
    approval: 'Um relatório aguarda aprovação',
    look: 'Ver',
    webhookGone: (name: string) => `O webhook ${name} foi desligado: o endereço já não existe`,
    webhookFailing: (name: string) => `O webhook ${name} foi desligado após falhar cinco dias`,
    deletion: (d) => `Relatórios antigos serão excluídos a partir de ${d}`,
    see: 'Ver agendamentos',
    check: 'Verificar',
    reconnectAction: 'Reconectar',
    signIn: 'Autorizar de novo',
    dismiss: 'Ocultar',
    all: (count) => plural('pt', count, { one: 'Mostrar mais #', other: 'Mostrar mais #' }),
  },
  alerts: {
    title: 'Alertas abertos',
    all: 'Todos os alertas',
    acknowledge: 'Eu cuido disso',
    acknowledged: 'Alguém está cuidando',
    since: (day) => `Desde ${day}`,
  },
  next: {
    title: 'Próximos relatórios',
    all: 'Todos os agendamentos',
    empty: 'Nada está agendado. Um agendamento cria um relatório sozinho e o envia.',
    recipients: (count) => plural('pt', count, { one: 'para # destinatário', other: 'para # destinatários' }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Relatórios mais recentes',
    empty: 'Os relatórios que você criar ficam aqui.',
    reader: 'Assim que um relatório for criado, ele estará aqui.',
  },
};
