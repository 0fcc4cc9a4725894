import { type Static, Type } from 'typebox';
import { resource } from '../../../platform/http/envelope.ts';
import type { ObjectStore } from '../../../platform/storage/object-store.ts';
import { storeBrandPictures } from '../../brands/brands.ts';
import { BrandInput } from '../../brands/schema.ts';
import { lockProject, updateProject } from '../../projects/projects.ts';
import type { Settings } from '../../projects/schema.ts';
import { type BulkAction, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  {
    type: Type.Literal('brand'),
    brand: BrandInput,
  },
  {
    title: 'BulkBrand',
    description: "Changes those values of the brand of each project that `brand` has; null takes the account's.",
    examples: [{ type: 'brand', brand: { accent_color: '#0b6e4f' } }],
  },
);

/** Changes values of the brand of each project. */
export function brandAction(objects: ObjectStore): BulkAction<Omit<Static<typeof Parameters>, 'type'>> {
  return {
    action: 'brand',
    access: { role: 'editor' },
    parameters: Parameters,
    prepare: async ({ brand }, { account }) => ({ brand: await storeBrandPictures(objects, account.id, brand) }),
    async runItem(transaction, { accountId, parameters: { brand } }, item) {
      const subject = projectOf(item);
      const project = await lockProject(transaction, accountId, subject);
      const settings = JSON.parse(project.settings) as Settings;
      const changed = { ...settings, brand: { ...settings.brand, ...brand } };
      await updateProject(transaction, accountId, subject, { settings: changed });
      return { recorded: [{ action: 'project.update', subject, details: { fields: ['settings'] } }] };
    },
  };
}
