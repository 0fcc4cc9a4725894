import { useState } from 'react';
import { fieldFaults } from '../../components/faults.ts';
import { TagsField } from '../../components/TagsField.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** The domains whose people an account may have sign in by its own provider. */
export function DomainsField({
  domains,
  fault,
  onChange,
}: {
  readonly domains: readonly string[];
  readonly fault: string | undefined;
  readonly onChange: (domains: readonly string[]) => void;
}) {
  const { form } = useMessages().administration;
  const [typed, setTyped] = useState('');
  return (
    <TagsField
      label={form.domains}
      advice={form.domainsAdvice}
      fault={fault}
      shownLabel={form.domains}
      tags={domains}
      typed={typed}
      isTag={(text) => /^[^\s@/:]+\.[^\s@/:]+$/.test(text)}
      wrong={form.noDomain}
      onChange={(next, rest) => {
        setTyped(rest);
        if (next.length !== domains.length) onChange(next);
      }}
    />
  );
}

/** What is wrong with one of the domains that were sent, in the reader's words. */
export function useDomainFault(error: Error | null, domains: readonly string[]): string | undefined {
  const { form } = useMessages().administration;
  const [place] = Object.keys(fieldFaults(error, 'sso_domains.'));
  if (place === undefined) return undefined;
  const domain = domains[Number(place)] ?? '';
  const words = { unique: form.domainTaken(domain), format: `${form.noDomain(domain)}. ${form.domainRule}` };
  return fieldFaults(error, 'sso_domains.', words)[place];
}
