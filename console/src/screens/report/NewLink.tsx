import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { LinkAccess, useLinkAccess } from './LinkAccess.tsx';

type Report = Data<'getReport'>;

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
  const access = useLinkAccess();
  const [figures, setFigures] = useState(false);
  const create = useWrite('createShare', {
    refreshes: ['listReportShares', 'listShares', 'getOverview'],
    onDone: ({ data }) => onMade(data.url),
  });
  const submit = () => create.write({ report_id: report.id, body: { figures, ...access.body } });
  const faults = fieldFaults(create.fault);
  return (
    <Form onSubmit={() => !access.isShort && submit()} validationErrors={faults}>
      <LinkAccess access={access} />
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
  /** What it leads to, for the text of an e-mail; none without. */
  readonly report?: Report;
  /** Null when it was shown before. */
  readonly url: string | null;
  readonly onClose: () => void;
}

/** The link, the only time that it can be seen. */
export function MadeLink({ report: shared, url, onClose }: MadeLinkProps) {
  const { common, report } = useMessages();
  const { links } = report;
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
  return (
    <>
      <Note text={links.once} />
      <CopyField label={links.link} value={address} />
      {shared && <MailText report={shared} address={address} />}
      {done}
    </>
  );
}

function MailText({ report: { title, period }, address }: { readonly report: Report; readonly address: string }) {
  const { common, report } = useMessages();
  const { links } = report;
  const format = useFormat();
  const [isCopied, setCopied] = useState(false);
  const text = links.mailText(title, format.period(period.current.from, period.current.to), address);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      <TextArea label={links.mail} value={text} rows={8} isReadOnly />
      <div>
        <Button icon={isCopied ? 'check' : 'mail'} onPress={copy}>
          {isCopied ? common.copied : links.copyMail}
        </Button>
      </div>
    </>
  );
}
