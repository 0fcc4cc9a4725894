import { useMemo } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { currencyOptions } from '../projects/choices.ts';
import type { Schema, Values } from './schema.ts';

/** In which currency amounts are: that of the project, or another one by its code. */
export function CurrencyField({
  value,
  project,
  onChange,
}: {
  readonly value: string | undefined;
  readonly project: string;
  readonly onChange: (code: string | undefined) => void;
}) {
  const { check } = useMessages().connection;
  const { locale } = useLanguage();
  const options = useMemo(
    () => [{ id: '', label: check.ofProject(project) }, ...currencyOptions(locale, value ?? project)],
    [check, locale, value, project],
  );
  return (
    <ComboBox
      label={check.currency}
      name="config.currency"
      options={options}
      value={value ?? ''}
      onChange={(code) => onChange(code === '' ? undefined : code)}
    />
  );
}

/** Whether a system's configuration says in which currency its amounts are. */
export function namesCurrency(config: Schema): boolean {
  const { properties = {} } = config;
  return properties.currency !== undefined && properties.metrics !== undefined && properties.date !== undefined;
}

/** The currency that a configuration names, undefined where it is the project's. */
export function currencyIn(config: Values | null): string | undefined {
  return typeof config?.currency === 'string' ? config.currency : undefined;
}

/** Says that amounts are not in the project's currency, what reports make of that, and how the project gets theirs. */
export function CurrencyDiffers({
  projectId,
  currency,
  hasAmounts = true,
  onAdopted,
}: {
  readonly projectId: string;
  readonly currency: string;
  /** Whether the project's currency stands for amounts already. */
  readonly hasAmounts?: boolean;
  readonly onAdopted?: () => void;
}) {
  const { check } = useMessages().connection;
  const { data: project, refetch } = useRead('getProject', { project_id: projectId });
  const { write, isPending, fault } = useWrite('updateProject', {
    refreshes: ['getProject', 'listProjects'],
    onDone() {
      tell(check.adopted(currency), 'good');
      onAdopted?.();
    },
    onFault: () => void refetch(),
  });
  if (!project || project.data.currency === currency) return null;
  const adopt = () => write({ project_id: projectId, body: { currency } }, project.etag);
  return (
    <>
      <Note
        tone="warning"
        title={check.differs(currency, project.data.currency)}
        text={hasAmounts ? check.stays(currency) : `${check.stays(currency)} ${check.noneYet}`}
      >
        {!hasAmounts && (
          <Button isPending={isPending} onPress={adopt}>
            {check.adopt(currency)}
          </Button>
        )}
      </Note>
      {fault && <Fault error={fault} />}
    </>
  );
}
