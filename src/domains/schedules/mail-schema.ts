import { Type } from 'typebox';
import { deliveryWays } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf } from '../../platform/http/fields.ts';
import { longest } from './mail-settings.ts';

const Address = Type.String({ minLength: 1, maxLength: 330, examples: ['ann@example.com'] });
const placeholders =
  '`{{project}}`, `{{client}}`, `{{period.current}}`, `{{period.compare}}`, and figures as `{{CONNECTION.METRIC.current}}`, `.compare` or `.change`';

const RecipientOptions = resource(
  {
    address: Address,
    language: Type.Optional(
      nullable(Type.String({ maxLength: 35 }), {
        description:
          "BCP 47; the report's unless given. What is frozen in a report, such as its titles, stays as it is.",
        examples: ['de'],
      }),
    ),
    deliver: Type.Optional(nullable(oneOf(deliveryWays), { description: "The schedule's way unless given." })),
    sections: Type.Optional(
      nullable(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50 }), {
        description:
          'Titles or types of the only sections that the e-mail is about. It then has neither a link nor files, which show the whole report.',
        examples: [['kpis']],
      }),
    ),
  },
  { title: 'RecipientOptions' },
);

const copies = (description: string) =>
  Type.Array(Address, { maxItems: 50, description, examples: [['head@example.com']] });

/** What the e-mails of a schedule are besides their report. */
export const mailShape = {
  subject: nullable(Type.String({ maxLength: longest.subject }), {
    description: `With placeholders: ${placeholders}. The report's title and period where it is null.`,
    examples: ['{{project}}: {{period.current}}'],
  }),
  message: nullable(Type.String({ maxLength: longest.message }), {
    description: 'Plain text above the report, with the same placeholders.',
    examples: [null],
  }),
  reply_to: nullable(Address, { description: 'Whom answers go to.' }),
  sender_name: nullable(Type.String({ maxLength: longest.senderName }), {
    description: 'In place of the name in `MAIL_FROM`; the address stays.',
    examples: ['Northwind Agency'],
  }),
  cc: copies('Who gets a copy, an e-mail of their own; all see it.'),
  bcc: copies('Who gets a copy that nobody else sees.'),
  recipient_options: Type.Array(RecipientOptions, {
    maxItems: 150,
    description: 'What single recipients get otherwise than the others.',
    examples: [[]],
  }),
};

export const optionalMail = {
  subject: Type.Optional(mailShape.subject),
  message: Type.Optional(mailShape.message),
  reply_to: Type.Optional(mailShape.reply_to),
  sender_name: Type.Optional(mailShape.sender_name),
  cc: Type.Optional(mailShape.cc),
  bcc: Type.Optional(mailShape.bcc),
  recipient_options: Type.Optional(mailShape.recipient_options),
};
