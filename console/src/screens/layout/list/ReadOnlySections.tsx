import { useMessages } from '../../../messages/messages.tsx';
import { describeSection, sectionKinds } from '../sections/kinds.tsx';
import type { Section, Source } from '../types.ts';
import { nameOf } from './names.ts';
import styles from './SectionList.module.css';

/** Sections in their order, to be read. */
export function ReadOnlySections({
  sections,
  sources,
}: {
  readonly sections: readonly Section[];
  readonly sources: readonly Source[];
}) {
  const messages = useMessages();
  return (
    <ol className={styles.list}>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no names, and these do not move.
        <li key={index} className={styles.told}>
          <span className={styles.picture} aria-hidden="true">
            {sectionKinds.find(({ type }) => type === section.type)?.picture}
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{nameOf(section, messages)}</span>
            <span className={styles.more}>{describeSection(section, sources, messages)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
