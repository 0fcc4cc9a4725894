import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, Select, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { LinkAccess, useLinkAccess } from '../report/LinkAccess.tsx';
import { MadeLink } from '../report/NewLink.tsx';
import { comparisons } from '../reports/periods.ts';
import { type LiveComparison, type LivePeriod, livePeriods, presetOf } from './live-words.ts';

const usualPeriods: readonly LivePeriod[] = ['last-28-days', 'previous-month', 'this-month'];
/** In minutes, with how they are said. */
const ages = {
  '15': [15, 'minute'],
  '60': [1, 'hour'],
  '240': [4, 'hour'],
  '1440': [1, 'day'],
} as const;
const keeps = ['15', '60', '240', '1440'] as const;

interface NewLiveLinkProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Makes a link to a page that is always current, and shows it the only time that it can be seen. */
export function NewLiveLink({ projectId, onClose }: NewLiveLinkProps) {
  const { live, report } = useMessages();
  const [url, setUrl] = useState<string | null>();
  return (
    <Dialog title={url === undefined ? live.addTitle : report.links.made} isOpen onClose={onClose}>
      {url === undefined ? (
        <LiveForm projectId={projectId} onMade={setUrl} onClose={onClose} />
      ) : (
        <MadeLink url={url} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LiveFormProps extends NewLiveLinkProps {
  readonly onMade: (url: string | null) => void;
}

function LiveForm({ projectId, onMade, onClose }: LiveFormProps) {
  const { common, live, report, reports } = useMessages();
  const access = useLinkAccess();
  const [periods, setPeriods] = useState(usualPeriods);
  const [compare, setCompare] = useState<readonly LiveComparison[]>(['previous']);
  const [ownDays, setOwnDays] = useState(false);
  const [keep, setKeep] = useState<(typeof keeps)[number]>('60');
  const [origins, setOrigins] = useState('');
  const create = useWrite('createLiveShare', {
    refreshes: ['listProjectShares', 'listShares', 'getOverview'],
    onDone: ({ data }) => onMade(data.url),
  });
  const isWhole = periods.length > 0 && compare.length > 0 && !access.isShort;
  const submit = () =>
    create.write({
      project_id: projectId,
      body: {
        // The order in which they are offered, whatever the order of the ticks.
        periods: livePeriods.filter((period) => periods.includes(period)),
        compare: comparisons.filter((each) => compare.includes(each)),
        own_days: ownDays,
        keep_minutes: Number(keep),
        origins: [...new Set(origins.split(/\s+/).filter(Boolean))],
        ...access.body,
      },
    });
  // Each origin has a fault of its own, and all of them one field.
  const faults = Object.fromEntries(
    Object.entries(fieldFaults(create.fault)).map(([field, fault]) => [field.replace(/\.\d+$/, ''), fault]),
  );
  const { presets, comparisons: comparisonWords } = reports.make;
  return (
    <Form onSubmit={() => isWhole && submit()} validationErrors={faults}>
      <CheckboxGroup
        label={live.periods}
        options={livePeriods.map((id) => ({ id, label: presets[presetOf[id]] }))}
        value={periods}
        onChange={setPeriods}
        fault={periods.length === 0 ? live.needsPeriod : undefined}
      />
      <Checkbox isSelected={ownDays} onChange={setOwnDays}>
        {live.ownDays}
      </Checkbox>
      <CheckboxGroup
        label={live.compare}
        options={comparisons.map((id) => ({ id, label: comparisonWords[id] }))}
        value={compare}
        onChange={setCompare}
        fault={compare.length === 0 ? live.needsComparison : undefined}
      />
      <Select
        label={live.keep}
        options={keeps.map((id) => ({ id, label: inWords(ages[id]) }))}
        value={keep}
        onChange={setKeep}
      />
      <LinkAccess access={access} />
      <TextArea
        name="origins"
        label={live.origins}
        advice={live.originsAdvice}
        rows={2}
        value={origins}
        onChange={setOrigins}
      />
      {create.fault && Object.keys(faults).length === 0 && <Fault error={create.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={create.isPending}>
          {report.links.create}
        </Button>
      </DialogActions>
    </Form>
  );
}

function inWords([amount, unit]: (typeof ages)[keyof typeof ages]): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
