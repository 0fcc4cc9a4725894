import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, Select, TextArea, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

type Report = Data<'getReport'>;

const lives = ['7', '30', '90', '365', 'forever'] as const;
const shortestPassword = 8;
const dayMs = 86_400_000;

/** Makes a guest link, and shows it the only time that it can be seen. */
export function NewLink({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) {
  const { links } = useMessages().report;
  const [url, setUrl] = useState<string | null>();
  return (
    <Dialog title={url === undefined ? links.addTitle : links.made} isOpen onClose={onClose}>
      {url === undefined ? (
        <LinkForm report={report} onMade={setUrl} onClose={onClose} />
      ) : (
        <MadeLink report={report} url={url} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LinkFormProps {
  readonly report: Report;
  readonly onMade: (url: string | null) => void;
  readonly onClose: () => void;
}

function LinkForm({ report, onMade, onClose }: LinkFormProps) {
  const { common, report: words } = useMessages();
  const { links } = words;
  const [life, setLife] = useState<(typeof lives)[number]>('90');
  const [isProtected, setProtected] = useState(false);
  const [password, setPassword] = useState('');
  const [figures, setFigures] = useState(false);
  // Since it was opened, so that trying again asks for the same link.
  const [openedAt] = useState(Date.now);
  const create = useWrite('createShare', {
    refreshes: ['listReportShares', 'listShares', 'getOverview'],
    onDone: ({ data }) => onMade(data.url),
  });
  const submit = () =>
    create.write({
      report_id: report.id,
      body: {
        figures,
        password: isProtected ? password : null,
        expires_at: life === 'forever' ? null : afterDays(openedAt, Number(life)),
      },
    });
  const isShort = isProtected && password !== '' && [...password].length < shortestPassword;
  const faults = fieldFaults(create.fault);
  return (
    <Form onSubmit={() => !isShort && submit()} validationErrors={faults}>
      <Select
        label={links.expiry}
        options={lives.map((id) => ({ id, label: id === 'forever' ? links.forever : links.days(Number(id)) }))}
        value={life}
        onChange={setLife}
      />
      <Checkbox isSelected={isProtected} onChange={setProtected}>
        {links.protect}
      </Checkbox>
      {isProtected && (
        <TextField
          name="password"
          label={links.password}
          advice={links.passwordAdvice}
          isRequired
          autoFocus
          autoComplete="off"
          value={password}
          onChange={setPassword}
          fault={isShort ? links.passwordShort : undefined}
        />
      )}
      <Checkbox isSelected={figures} onChange={setFigures}>
        {links.figures}
      </Checkbox>
      {create.fault && Object.keys(faults).length === 0 && <Fault error={create.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={create.isPending}>
          {links.create}
        </Button>
      </DialogActions>
    </Form>
  );
}

interface MadeLinkProps {
  readonly report: Report;
  readonly url: string | null;
  readonly onClose: () => void;
}

function MadeLink({ report: { title, period }, url, onClose }: MadeLinkProps) {
  const { common, report } = useMessages();
  const { links } = report;
  const format = useFormat();
  const [isCopied, setCopied] = useState(false);
  const done = (
    <DialogActions>
      <Button look="primary" onPress={onClose}>
        {common.done}
      </Button>
    </DialogActions>
  );
  if (url === null) {
    return (
      <>
        <Note tone="warning" text={links.withheld} />
        {done}
      </>
    );
  }
  const address = new URL(url, location.origin).href;
  const text = links.mailText(title, format.period(period.current.from, period.current.to), address);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      <Note text={links.once} />
      <CopyField label={links.link} value={address} />
      <TextArea label={links.mail} value={text} rows={8} isReadOnly />
      <div>
        <Button icon={isCopied ? 'check' : 'mail'} onPress={copy}>
          {isCopied ? common.copied : links.copyMail}
        </Button>
      </div>
      {done}
    </>
  );
}

function afterDays(start: number, days: number): string {
  return `${new Date(start + days * dayMs).toISOString().slice(0, 19)}Z`;
}
