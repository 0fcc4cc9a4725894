import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, PasskeyId, SecondFactorId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { longestPasskeyName } from '../second-factors/passkeys.ts';

const lastUsed = nullable(Timestamp, { description: 'Null until somebody has signed in with it.' });

const recoveryCodes = Type.Array(Type.String({ maxLength: 19, examples: ['K7QM-2ZXA-PD4R-W6TC'] }), {
  maxItems: 10,
  description: 'Ten codes, each of which signs in once in place of a factor that is lost. They are shown this once.',
});
const firstCodes = nullable(recoveryCodes, {
  description:
    'With the first factor: ten codes, each of which signs in once in place of a factor that is lost. They are shown this once. Null for whoever has codes already.',
});

const secondFactor = {
  id: SecondFactorId,
  created_at: Timestamp,
  confirmed_at: nullable(Timestamp, {
    description: 'Null until its first code was sent; it counts for nothing before.',
  }),
  last_used_at: lastUsed,
};

export const SecondFactor = resource(secondFactor, {
  title: 'SecondFactor',
  description: 'An app that shows one-time codes.',
});

const CodeSetup = resource(
  {
    secret: Type.String({
      maxLength: 64,
      description: 'Base32, to be typed into an app.',
      examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    }),
    uri: Type.String({
      maxLength: 1_000,
      description: 'What an app opens (`otpauth:`, RFC 6238: SHA-1, 6 digits, 30 seconds).',
      examples: ['otpauth://totp/Report%20Service:ann%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Report%20Service'],
    }),
    qr_svg: Type.String({
      maxLength: 40_000,
      description: 'The same as a QR code: a picture in SVG.',
      examples: ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"></svg>'],
    }),
    expires_at: Timestamp,
  },
  { title: 'CodeSetup' },
);

export const NewSecondFactor = resource(
  { ...secondFactor, setup: nullable(CodeSetup, { description: 'It is shown this once.' }) },
  { title: 'NewSecondFactor' },
);

export const ConfirmedSecondFactor = resource(
  { ...secondFactor, recovery_codes: firstCodes },
  { title: 'ConfirmedSecondFactor' },
);

export const SecondFactorConfirmation = resource(
  { code: Type.String({ minLength: 6, maxLength: 20, description: 'What the app shows.', examples: ['492039'] }) },
  { title: 'SecondFactorConfirmation' },
);

export const RecoveryCodeCount = resource(
  {
    left: Type.Integer({ minimum: 0, maximum: 10, description: 'How many can still be used.', examples: [10] }),
    created_at: nullable(Timestamp, { description: 'Null where there are none.' }),
  },
  { title: 'RecoveryCodeCount' },
);

export const NewRecoveryCodes = resource(
  {
    left: Type.Integer({ minimum: 0, maximum: 10, examples: [10] }),
    created_at: nullable(Timestamp),
    codes: nullable(recoveryCodes, { description: 'They are shown this once.' }),
  },
  { title: 'NewRecoveryCodes' },
);

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: longestPasskeyName,
  description: 'What its owner calls it.',
  examples: ['Laptop at work'],
});

const passkey = {
  id: PasskeyId,
  name: PasskeyName,
  is_synced: Type.Boolean({
    description: 'Whether it is kept in other places too, such as the account of a password manager.',
    examples: [true],
  }),
  created_at: Timestamp,
  last_used_at: lastUsed,
};

export const Passkey = resource(passkey, { title: 'Passkey', description: 'A passkey of a person, without its keys.' });
export const NewPasskey = resource({ ...passkey, recovery_codes: firstCodes }, { title: 'NewPasskey' });
export const PasskeyUpdate = resource({ name: PasskeyName }, { title: 'PasskeyUpdate' });

/** What Web Authentication defines; browsers read and write it, this service passes it on. */
const webAuthentication = (description: string, examples: unknown[]) =>
  Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 50, description, examples });

const challenge = { challenge: 'pHmZ0kQf7yq8w3v5s1u9xA' };

export const PasskeyOptions = resource(
  {
    options: webAuthentication(
      'What `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of a browser reads.',
      [challenge],
    ),
  },
  { title: 'PasskeyOptions' },
);

const answer = webAuthentication('The browser’s credential as its `toJSON` gives it.', [
  { id: 'q83vEjRWeJCrze8S', rawId: 'q83vEjRWeJCrze8S', type: 'public-key', response: {}, clientExtensionResults: {} },
]);

export const PasskeyCreate = resource({ name: PasskeyName, response: answer }, { title: 'PasskeyCreate' });
export const PasskeySignIn = resource({ response: answer }, { title: 'PasskeySignIn' });

export const PasskeyListQuery = listQuery(['created_at'], {});
export const SecondFactorListQuery = listQuery(['created_at'], {});
