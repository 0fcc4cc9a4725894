import { Card } from '../../../components/Page.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { nameOf } from '../list/names.ts';
import listStyles from '../list/SectionList.module.css';
import { describeSection, sectionKinds } from '../sections/kinds.tsx';
import type { Settings, Source } from '../types.ts';

/** The sections of the reports, for those who may not change them. */
export function ReadOnlyLayout({
  settings,
  sources,
}: {
  readonly settings: Settings;
  readonly sources: readonly Source[];
}) {
  const messages = useMessages();
  const { list, automatic } = messages.layout;
  if (!settings.sections) return <Note title={automatic.title} text={automatic.readOnly} />;
  return (
    <Card title={list.sections}>
      <ol className={listStyles.list}>
        {settings.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no names, and these do not move.
          <li key={index} className={listStyles.told}>
            <span className={listStyles.picture} aria-hidden="true">
              {sectionKinds.find(({ type }) => type === section.type)?.picture}
            </span>
            <span className={listStyles.words}>
              <span className={listStyles.name}>{nameOf(section, messages)}</span>
              <span className={listStyles.more}>{describeSection(section, sources, messages)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
