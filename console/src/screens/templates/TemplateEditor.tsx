import { useMemo } from 'react';
import type { Called } from '../../api/client.ts';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { toSettings } from '../layout/draft/draft.ts';
import { useDraft } from '../layout/draft/use-draft.ts';
import { EditsTemplate } from '../layout/edits-template.ts';
import { Editor } from '../layout/frame/Editor.tsx';
import { usePeriods } from '../layout/preview/use-periods.ts';
import { usePreview } from '../layout/preview/use-preview.ts';
import type { SlotInPreview } from '../layout/slots/SlotsEditor.tsx';
import { sourcesOfSlots } from '../layout/slots/slots.ts';
import { useOffers } from '../layout/slots/use-offers.ts';
import { useSources } from '../layout/sources.ts';
import { SampleChoice } from './SampleChoice.tsx';
import { contentOf, useTemplateSubject } from './template-subject.ts';
import { useSample } from './use-sample.ts';

/** The layout of a template as it is edited, shown with the figures of a project. */
export function TemplateEditor({ template }: { readonly template: Called<'getTemplate'> }) {
  const words = useMessages().templates.editor;
  const { id } = template.data;
  const layout = useDraft(useTemplateSubject(template), () => tell(words.saved));
  const { draft } = layout;
  const sample = useSample(id);
  const projectId = sample.project?.id ?? null;
  const connections = useSources(projectId).sources ?? [];
  const slots = draft.rest.slots ?? [];
  const offers = useOffers(slots, connections);
  const chosen = usePeriods(id, sample.project?.time_zone ?? 'UTC', null);
  const { periods } = chosen;
  const previewed = useMemo(() => {
    const keys = draft.sections?.map(({ key }) => key) ?? [];
    const content = contentOf(toSettings(draft));
    return { draft, keys, body: { template: { template_id: id, ...content }, period: periods } };
  }, [draft, periods, id]);
  const made = usePreview(projectId, previewed);
  const filled = new Map(
    made.page?.template?.slots.map(({ slot, connection_id, missing }): [string, SlotInPreview] => {
      const name = connections.find((connection) => connection.id === connection_id)?.name ?? connection_id;
      return [slot, { connection: name, missing }];
    }),
  );
  return (
    <EditsTemplate value={true}>
      <Editor
        layout={layout}
        sources={sourcesOfSlots(slots, offers)}
        originOf={() => undefined}
        slots={{ offers, filled }}
        preview={{
          ...{ made, projectId, chosen, sources: connections, hasReports: false, below: 'template' },
          back: `/templates/${id}/layout`,
          head: <SampleChoice sample={sample} />,
        }}
      />
    </EditsTemplate>
  );
}
