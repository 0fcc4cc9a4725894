import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf } from '../../platform/http/fields.ts';
import { brandFonts } from '../../reporting/documents/brand-fonts.ts';
import { Picture } from '../../reporting/documents/picture.ts';

const Name = Type.String({
  ...{ minLength: 1, maxLength: 100, pattern: '\\S' },
  description: 'Who makes the reports: "Prepared by …" on their cover.',
  examples: ['Harbour & Finch'],
});
const AccentColor = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'Color of headings and charts.',
  examples: ['#0b6e4f'],
});
const Footer = Type.String({
  ...{ minLength: 1, maxLength: 200, pattern: '\\S' },
  description: 'At the foot of every page, such as an imprint; three lines at most.',
  examples: ['Harbour & Finch Ltd · Registered in England 01234567'],
});
const Contact = Type.String({
  ...{ minLength: 1, maxLength: 300, pattern: '\\S' },
  description: 'How to reach whoever made the report, on the cover; six lines at most, with breaks.',
  examples: ['12 Quay Street, Bristol\n+44 117 496 0123\nreports@harbour-finch.example'],
});
const Font = oneOf(brandFonts, {
  description: 'Family of type, shipped with the service. Scripts that it lacks are set in another one.',
  examples: ['Lato'],
});
const AnonymousComments = Type.Boolean({
  description: 'Whether comments that are written from now on show their day alone, and not who wrote them.',
  examples: [false],
});

const stored = (description: string) =>
  nullable(Type.String({ description: `${description} \`sha256:\` and the digest of a stored picture.` }), {
    examples: [null],
  });

const documentation = {
  description:
    'What tells whose reports they are. Fields of a project that are null or absent take the value of its account.',
};

/** A brand as it is sent: replaced whole. */
export const BrandInput = resource(
  {
    name: Type.Optional(nullable(Name)),
    logo: Type.Optional(nullable(Picture)),
    accent_color: Type.Optional(nullable(AccentColor)),
    footer: Type.Optional(nullable(Footer)),
    contact: Type.Optional(nullable(Contact)),
    cover_picture: Type.Optional(nullable(Picture)),
    font: Type.Optional(nullable(Font)),
    anonymous_comments: Type.Optional(nullable(AnonymousComments)),
  },
  {
    title: 'BrandInput',
    ...documentation,
    examples: [{ name: 'Harbour & Finch', accent_color: '#0b6e4f', font: 'Lato' }],
  },
);
export type BrandInput = Static<typeof BrandInput>;

/** A brand as answers show it. */
export const Brand = resource(
  {
    name: nullable(Type.String({ maxLength: 100, examples: ['Harbour & Finch'] })),
    logo: stored('In the head of reports:'),
    accent_color: nullable(Type.String({ maxLength: 7, examples: ['#0b6e4f'] })),
    footer: nullable(Type.String({ maxLength: 200, examples: ['Harbour & Finch Ltd'] })),
    contact: nullable(Type.String({ maxLength: 300, examples: ['reports@harbour-finch.example'] })),
    cover_picture: stored('Across the cover of reports:'),
    font: nullable(oneOf(brandFonts), { examples: ['Lato'] }),
    anonymous_comments: nullable(Type.Boolean(), { examples: [null] }),
  },
  { title: 'Brand', ...documentation },
);
export type Brand = Static<typeof Brand>;
