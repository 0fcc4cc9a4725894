import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'Canais de chat',
  subtitle: 'Os agendamentos publicam os seus relatórios nestes canais do Slack e do Microsoft Teams.',
  add: 'Adicionar canal',
  added: 'O canal foi adicionado. Envie um teste para ver se as mensagens chegam.',
  empty: {
    title: 'Ainda não há canais',
    text: 'Um agendamento pode publicar cada relatório num canal: o título, os números principais e um link.',
  },
  system: 'Serviço de chat',
  name: 'Nome',
  nameAdvice: 'Como lhe chama, por exemplo #marketing.',
  address: 'Endereço',
  addressAdvice: {
    slack:
      'No Slack, adicione ao canal uma aplicação com um webhook de entrada. O endereço começa por https://hooks.slack.com/services/.',
    teams:
      'No Teams, adicione ao canal o fluxo de trabalho que publica ao receber um pedido de webhook e copie o endereço.',
  },
  secret: 'Quem tiver este endereço pode publicar no canal. É guardado cifrado e não volta a ser mostrado.',
  ready: 'Pronto',
  gone: 'Este canal já não existe no chat',
  test: 'Enviar um teste',
  tested: 'O chat aceitou o teste.',
  refused: 'O chat não aceitou o teste:',
  removeTitle: (name: string) => `Remover ${name}?`,
  removeText: 'É retirado de todos os agendamentos. O que ainda não foi publicado é abandonado.',
  field: 'Canais de chat',
  fieldAdvice: 'O título, os números principais e um link para o relatório. Todos no canal podem abri-lo.',
};
