import { useRead } from '../../../api/reads.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { BrandFields, type BrandInput } from '../../../components/brand/BrandFields.tsx';
import { TextLink } from '../../../components/Page.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { BrandSettings, ProjectBrandEditorProps } from '../types.ts';

/** How this project's reports differ from the brand of the account. */
export function ProjectBrandEditor({ brand, onChange, faults }: ProjectBrandEditorProps) {
  const words = useMessages().sections.brand;
  // Those who see some projects alone are not told of the account.
  const seesAccount = useSession().project_ids === null;
  const { data } = useRead('getBrand', {}, { enabled: seesAccount });
  const mayChangeAccount = useMay('admin') && seesAccount;
  return (
    <>
      <p>
        {words.ofProject} {mayChangeAccount && <TextLink to="/brand">{words.openAccount}</TextLink>}
      </p>
      <BrandFields
        brand={ownBrand(brand)}
        onChange={(next) => onChange({ brand: filled(next), logo: null, accent_color: null })}
        faults={faultsOfBrand(faults)}
        inherited={data?.data ?? noBrand}
      />
    </>
  );
}

const noBrand = {
  ...{ name: null, logo: null, accent_color: null, footer: null, contact: null, cover_picture: null, font: null },
  anonymous_comments: null,
} as const;

/** Logo and colour may also stand beside the brand, where the settings had them first. */
function ownBrand({ brand, logo, accent_color }: BrandSettings): BrandInput {
  return { ...brand, logo: brand?.logo ?? logo ?? null, accent_color: brand?.accent_color ?? accent_color ?? null };
}

/** Null where the project has nothing of its own. */
function filled(brand: BrandInput): BrandInput | null {
  return Object.values(brand).some((value) => value !== null) ? brand : null;
}

function faultsOfBrand(faults: ProjectBrandEditorProps['faults']): Record<string, string> {
  const named = Object.entries(faults).map(([path, text]) => [path.replace(/^brand\./, ''), text] as const);
  return Object.fromEntries(named);
}
