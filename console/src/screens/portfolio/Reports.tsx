import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import type { LabelQuery } from '../../components/labels.ts';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ownZone } from '../schedules/words.ts';
import type { Period } from './types.ts';

/** Has a report made of the projects that the tags and the folder leave, or sent regularly. */
export function Reports({ period, narrowed }: { readonly period: Period; readonly narrowed: LabelQuery }) {
  const { portfolio } = useMessages();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<'report' | 'schedule'>('report');
  const { write, isPending, fault } = useWrite('orderPortfolioReport', {
    refreshes: ['listProjects', 'listAllJobs', 'getOverview'],
    onDone({ data: { project_id: projectId } }) {
      const to = wanted === 'report' ? '/projects/$projectId' : '/projects/$projectId/schedules';
      void navigate({ to, params: { projectId } });
    },
  });
  const order = (next: typeof wanted) => {
    setWanted(next);
    write({ body: { ...narrowed, time_zone: ownZone, ...(next === 'report' && { period }) } });
  };
  return (
    <>
      {fault && <Fault error={fault} />}
      <Button icon="report" isPending={isPending && wanted === 'report'} onPress={() => order('report')}>
        {portfolio.report.make}
      </Button>
      <Button icon="schedules" isPending={isPending && wanted === 'schedule'} onPress={() => order('schedule')}>
        {portfolio.report.send}
      </Button>
    </>
  );
}
