import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { nameOf as nameOfSystem } from '../connections/systems.ts';
import styles from './library.module.css';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { hasWords } from './search.ts';

type Template = Data<'listLibraryTemplates'>['items'][number];

/** The templates that come with the service, by pictures of their reports; those that have all words of `q`. */
export function Library({ q }: { readonly q: string }) {
  const messages = useMessages();
  const words = messages.templates.library;
  const { locale } = useLanguage();
  const { compare } = new Intl.Collator(locale);
  const list = useList('listLibraryTemplates', {});
  const [used, setUsed] = useState<Template>();
  return (
    <Card title={words.title}>
      <p className={styles.more}>{words.text}</p>
      <Shown read={{ ...list, data: list.items }} lines={4}>
        {(items) => {
          const found = items
            .filter((template) => hasWords(q, Object.values(wordsOf(template, messages))))
            .toSorted((one, other) => compare(wordsOf(one, messages).name, wordsOf(other, messages).name));
          if (found.length === 0) return <p>{words.nothing}</p>;
          return (
            <ul className={styles.gallery} aria-label={words.title}>
              {found.map((template) => (
                <li key={template.id}>
                  <LibraryCard template={template} onUse={() => setUsed(template)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
      {used && (
        <NewTemplateDialog library={{ id: used.id, ...wordsOf(used, messages) }} onClose={() => setUsed(undefined)} />
      )}
    </Card>
  );
}

function LibraryCard({ template, onUse }: { readonly template: Template; readonly onUse: () => void }) {
  const messages = useMessages();
  const words = messages.templates.library;
  const mayEdit = useMay('editor');
  const picture = useRead('getLibraryPicture', { library_id: template.id });
  const { name, text } = wordsOf(template, messages);
  const systems = [...new Set(template.slots.flatMap((slot) => slot.systems))];
  return (
    <article className={styles.template} aria-label={name}>
      <div className={styles.picture}>
        {picture.data && <img src={picture.data.data.data_uri} alt="" loading="lazy" />}
        <span className={styles.example}>{words.example}</span>
      </div>
      <h3>{name}</h3>
      <p>{text}</p>
      <p className={styles.more}>{systems.map((system) => nameOfSystem(system, messages.connections)).join(' · ')}</p>
      {mayEdit && (
        <div>
          <Button icon="copy" aria-label={`${words.use}: ${name}`} onPress={onUse}>
            {words.use}
          </Button>
        </div>
      )}
    </article>
  );
}

/** In the reader's language; in English for one that the console does not know yet. */
function wordsOf({ id, name, description }: Template, { templates }: Messages) {
  return templates.library.templates[id] ?? { name, text: description };
}
