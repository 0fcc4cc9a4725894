import { useRead, useWholeList } from '../../api/reads.ts';
import { useSession } from '../../api/session.ts';
import { ComboBox } from '../../components/ComboBox.tsx';
import { RadioGroup, Select } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { optionsOf } from './fields-of-draft.ts';
import type { WatchDraft } from './watch-draft.ts';

type Place = Pick<WatchDraft, 'place' | 'projectId' | 'connectionId' | 'templateId' | 'slot'>;

interface PlaceProps {
  readonly place: Place;
  readonly onChange: (changes: Partial<Place>) => void;
}

/** Where a watch looks: a connection of a project, or for those who see all projects a slot of a template. */
export function PlaceFields(props: PlaceProps) {
  return useSession().project_ids === null ? <AnyPlace {...props} /> : <InProject {...props} />;
}

function AnyPlace({ place, onChange }: PlaceProps) {
  const { form } = useMessages().watches;
  const templates = useWholeList('listTemplates', { query: { sort: 'name', direction: 'asc' } }) ?? [];
  const published = templates.filter((one) => one.published > 0);
  if (published.length === 0 && place.place === 'project') return <InProject place={place} onChange={onChange} />;
  return (
    <>
      <RadioGroup
        {...{ label: form.place, options: optionsOf(form.places), value: place.place, isRow: true }}
        onChange={(chosen) => onChange({ place: chosen })}
      />
      {place.place === 'project' ? (
        <InProject place={place} onChange={onChange} />
      ) : (
        <>
          <ComboBox
            {...{ name: 'template_id', label: form.ofTemplate, value: place.templateId }}
            options={published.map(({ id, name }) => ({ id, label: name }))}
            onChange={(templateId) => onChange({ templateId, slot: null })}
          />
          {place.templateId && (
            <SlotField key={place.templateId} templateId={place.templateId} place={place} onChange={onChange} />
          )}
        </>
      )}
    </>
  );
}

function SlotField({ templateId, place, onChange }: PlaceProps & { readonly templateId: string }) {
  const { form } = useMessages().watches;
  const slots = useRead('getTemplate', { template_id: templateId }).data?.data.slots ?? [];
  return (
    <Select
      {...{ name: 'slot', label: form.slot, value: place.slot }}
      options={slots.map(({ slot }) => ({ id: slot, label: slot }))}
      onChange={(slot) => onChange({ slot })}
    />
  );
}

/** A project and one of its connections. `templateId`: of those that follow the template. */
export function InProject({
  place,
  onChange,
  templateId,
}: {
  readonly place: Pick<Place, 'projectId' | 'connectionId'>;
  readonly onChange: (changes: Pick<Place, 'projectId' | 'connectionId'>) => void;
  readonly templateId?: string;
}) {
  const { form } = useMessages().watches;
  const { projectId } = place;
  const sorted = { status: 'active', sort: 'name', direction: 'asc' } as const;
  const projects = useWholeList('listProjects', {
    query: { ...sorted, ...(templateId && { template_id: templateId }) },
  });
  return (
    <>
      <ComboBox
        {...{ name: 'project_id', label: form.project, value: projectId }}
        options={(projects ?? []).map(({ id, name, client_name }) => ({
          ...{ id, label: name },
          ...(client_name && { advice: client_name }),
        }))}
        onChange={(chosen) => onChange({ projectId: chosen, connectionId: null })}
      />
      {projectId && <ConnectionField key={projectId} {...{ projectId, place, onChange }} />}
    </>
  );
}

function ConnectionField({
  projectId,
  place,
  onChange,
}: Pick<Parameters<typeof InProject>[0], 'place' | 'onChange'> & { readonly projectId: string }) {
  const { form } = useMessages().watches;
  const connections = useWholeList('listProjectConnections', { project_id: projectId });
  return (
    <Select
      {...{ name: 'connection_id', label: form.connection, value: place.connectionId }}
      options={(connections ?? []).map(({ id, name }) => ({ id, label: name }))}
      onChange={(connectionId) => onChange({ projectId, connectionId })}
    />
  );
}
