import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ReadOnlySections } from '../layout/list/ReadOnlySections.tsx';
import type { Source } from '../layout/types.ts';

/** The sections of a template's draft in their order, to be read. */
export function Outline({ template: { id, settings, slots } }: { readonly template: Data<'getTemplate'> }) {
  const { layout, templates } = useMessages();
  const mayEdit = useMay('editor');
  const { list, automatic } = layout;
  const sources = slots.map(({ slot, systems: [system = ''] }): Source => {
    return { id: `slot:${slot}`, name: slot, system, metrics: [], dimensions: [] };
  });
  return (
    <Card
      title={list.sections}
      actions={
        mayEdit && (
          <ButtonLink icon="edit" to="/templates/$templateId/layout" params={{ templateId: id }}>
            {templates.editor.edit}
          </ButtonLink>
        )
      }
    >
      {settings.sections ? (
        <ReadOnlySections sections={settings.sections} sources={sources} />
      ) : (
        <p>
          <strong>{automatic.title}.</strong> {automatic.readOnly}
        </p>
      )}
    </Card>
  );
}
