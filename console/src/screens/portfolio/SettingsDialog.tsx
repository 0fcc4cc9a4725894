import { useMemo, useState } from 'react';
import type { Called } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { currencyOptions } from '../projects/choices.ts';

type Settings = Called<'getPortfolioSettings'>;
type Rates = NonNullable<Settings['data']['rates']>;

/** What the portfolio shows, when it is read, and what sums are converted to. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { settings } = useMessages().portfolio;
  const read = useRead('getPortfolioSettings', {});
  return (
    <Dialog isOpen title={settings.title} onClose={onClose}>
      <Shown read={read}>{(answer) => <Fields answer={answer} onClose={onClose} />}</Shown>
    </Dialog>
  );
}

/** `revenue`, or `shopify:revenue` of one system alone. */
const nameOf = ({ system, metric }: { readonly system: string | null; readonly metric: string }) =>
  system === null ? metric : `${system}:${metric}`;
const figureOf = (name: string) => {
  const [, system = null, metric = name] = /^([a-z0-9-]+):(.+)$/.exec(name) ?? [];
  return { system, metric };
};
const most = 6;
const none = '';

function Fields({ answer: { data, etag }, onClose }: { readonly answer: Settings; readonly onClose: () => void }) {
  const { portfolio, common } = useMessages();
  const { settings } = portfolio;
  const { locale } = useLanguage();
  const [enabled, setEnabled] = useState(data.enabled);
  const [figures, setFigures] = useState<readonly string[]>(data.figures?.map(nameOf) ?? []);
  const [typed, setTyped] = useState('');
  const [currency, setCurrency] = useState(data.currency ?? none);
  const [rates, setRates] = useState<Rates>(
    data.rates ?? { connection_id: none, dimension: 'currency', metric: 'rate', means: 'units' },
  );
  const connections = useList('listConnections', { query: { per_page: 100 } });
  const currencies = useMemo(() => {
    const named = currencyOptions(locale, data.currency ?? 'EUR');
    return [{ id: none, label: settings.noCurrency }, ...named];
  }, [locale, data.currency, settings.noCurrency]);
  const { write, isPending, fault } = useWrite('updatePortfolioSettings', {
    refreshes: ['getPortfolioSettings', 'listPortfolio'],
    onDone() {
      tell(settings.done);
      onClose();
    },
  });
  const faults = fieldFaults(fault);
  const isTag = (text: string) => /^\S{1,200}$/.test(text) && figures.length < most;
  const save = () => {
    const named = [...figures, ...(typed && isTag(typed) ? [typed] : [])];
    const hasRates = currency !== none && rates.connection_id !== none;
    const chosen = named.length > 0 ? named.map(figureOf) : null;
    const body = { enabled, figures: chosen, currency: currency === none ? null : currency };
    write({ body: { ...body, rates: hasRates ? rates : null } }, etag);
  };
  const change = (changes: Partial<Rates>) => setRates((before) => ({ ...before, ...changes }));
  return (
    <Form validationErrors={faults} onSubmit={save}>
      <Checkbox isSelected={enabled} onChange={setEnabled}>
        {settings.nightly}
      </Checkbox>
      <TagsField
        label={settings.figures}
        advice={settings.figuresAdvice}
        fault={faults.figures}
        shownLabel={settings.figures}
        tags={figures}
        typed={typed}
        onChange={(tags, text) => {
          setFigures(tags.slice(0, most));
          setTyped(text);
        }}
        isTag={isTag}
        wrong={() => settings.tooMany}
      />
      <ComboBox
        label={settings.currency}
        name="currency"
        advice={settings.currencyAdvice}
        options={currencies}
        value={currency}
        onChange={setCurrency}
      />
      {currency !== none && (
        <>
          <Select
            label={settings.rates}
            name="rates.connection_id"
            options={[
              { id: none, label: settings.noRates },
              ...(connections.items ?? []).map(({ id, name, system }) => ({ id, label: `${name} (${system})` })),
            ]}
            value={rates.connection_id}
            onChange={(connection_id) => change({ connection_id })}
          />
          {rates.connection_id !== none && (
            <>
              <TextField
                label={settings.dimension}
                name="rates.dimension"
                isRequired
                value={rates.dimension}
                onChange={(dimension) => change({ dimension })}
              />
              <TextField
                label={settings.metric}
                name="rates.metric"
                isRequired
                value={rates.metric}
                onChange={(metric) => change({ metric })}
              />
              <Select
                label={settings.means}
                options={(['units', 'price'] as const).map((id) => ({ id, label: settings.meanings[id] }))}
                value={rates.means}
                onChange={(means) => change({ means })}
              />
            </>
          )}
        </>
      )}
      {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {common.save}
        </Button>
      </DialogActions>
    </Form>
  );
}
