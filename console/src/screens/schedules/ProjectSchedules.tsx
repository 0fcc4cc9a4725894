import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { hasBegun, NewSchedule } from './ScheduleDialog.tsx';
import { ScheduleTable } from './ScheduleTable.tsx';
import styles from './schedules.module.css';

/** The schedules of a project. */
export function ProjectSchedules() {
  const { schedules } = useMessages();
  const { projectId } = useParams({ from: '/projects/$projectId/schedules' });
  const project = useRead('getProject', { project_id: projectId }).data?.data;
  const list = useList('listProjectSchedules', { project_id: projectId });
  const mayChange = useMay('editor') && project?.status === 'active';
  const [isAdding, setAdding] = useState(() => hasBegun(projectId));
  const add = (
    <Button look="primary" icon="add" onPress={() => setAdding(true)}>
      {schedules.add}
    </Button>
  );
  return (
    <>
      <div className={styles.head}>
        <h2>{schedules.title}</h2>
        {mayChange && list.items?.length !== 0 && add}
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon="schedules" title={schedules.empty.title} text={schedules.empty.text}>
              {mayChange && add}
            </Empty>
          ) : (
            <>
              <ScheduleTable label={schedules.title} schedules={items} mayChange={mayChange} />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {isAdding && mayChange && (
        <NewSchedule projectId={projectId} timeZone={project.time_zone} onClose={() => setAdding(false)} />
      )}
    </>
  );
}
