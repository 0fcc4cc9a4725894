import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { useScheduleWords } from '../schedules/words.ts';
import { ReportsDialog } from './ReportsDialog.tsx';
import styles from './templates.module.css';

/** How the reports of projects are made that follow a template, where they do not say it themselves. */
export function ReportsCard({
  template,
  etag,
}: {
  readonly template: Data<'getTemplate'>;
  readonly etag: string | undefined;
}) {
  const { templates, common, projects, schedules } = useMessages();
  const words = templates.reports;
  const { locale: reader } = useLanguage();
  const { when } = useScheduleWords();
  const mayEdit = useMay('editor');
  const [isEditing, setEditing] = useState(false);
  const { locale, period, compare, schedule } = template.reports ?? {};
  const { weekday = null, day = null, week = null, working_day = null, month = null } = schedule ?? {};
  const facts = [
    [projects.fields.locale, locale && new Intl.DisplayNames(reader, { type: 'language' }).of(locale)],
    [schedules.form.period, period && schedules.periods[period]],
    [schedules.form.compare, compare && schedules.comparisons[compare]],
    [schedules.title, schedule && when({ ...schedule, weekday, day, week, working_day, month })],
  ] as const;
  return (
    <Card
      title={words.title}
      actions={
        mayEdit && (
          <Button icon="edit" aria-label={`${common.change}: ${words.title}`} onPress={() => setEditing(true)}>
            {common.change}
          </Button>
        )
      }
    >
      <p className={styles.more}>{words.text}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || words.own}</dd>
          </div>
        ))}
      </dl>
      {isEditing && <ReportsDialog template={template} etag={etag} onClose={() => setEditing(false)} />}
    </Card>
  );
}
