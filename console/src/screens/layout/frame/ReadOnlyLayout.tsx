import { Card } from '../../../components/Page.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { ReadOnlySections } from '../list/ReadOnlySections.tsx';
import type { Settings, Source } from '../types.ts';

/** The sections of the reports, for those who may not change them. */
export function ReadOnlyLayout({
  settings,
  sources,
}: {
  readonly settings: Settings;
  readonly sources: readonly Source[];
}) {
  const { list, automatic } = useMessages().layout;
  if (!settings.sections) return <Note title={automatic.title} text={automatic.readOnly} />;
  return (
    <Card title={list.sections}>
      <ReadOnlySections sections={settings.sections} sources={sources} />
    </Card>
  );
}
