import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Form } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AccountFields, accountBody } from './AccountFields.tsx';
import styles from './administration.module.css';
import { DomainsField, useDomainFault } from './DomainsField.tsx';

type Account = Data<'getAccount'>;

/** Changes the plan, limits and domains of an account, and shows what only a command changes. */
export function ChangeAccountDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { form } = useMessages().administration;
  const read = useRead('getAccount', { account_id: account.id });
  return (
    <Dialog isOpen title={form.changeTitle(account.name)} onClose={onClose}>
      <Shown read={read}>
        {({ data, etag }) => (
          <ChangeForm key={etag} account={data} etag={etag} onAgain={() => void read.refetch()} onClose={onClose} />
        )}
      </Shown>
    </Dialog>
  );
}

function ChangeForm({
  account,
  etag,
  onAgain,
  onClose,
}: {
  readonly account: Account;
  readonly etag: string | undefined;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { administration, common } = useMessages();
  const { form } = administration;
  const [draft, setDraft] = useState({
    ...{ name: account.name, plan: account.plan as string | null, hasApi: account.add_ons.includes('api') },
    ...{ perMinute: account.per_minute, perDay: account.per_day },
  });
  const [domains, setDomains] = useState<readonly string[]>(account.sso_domains);
  const changing = useWrite('updateAccount', {
    refreshes: ['getAccount', 'listAccounts'],
    onDone: ({ data }) => {
      onClose();
      tell(form.done(data.name));
    },
  });
  const faults = fieldFaults(changing.fault);
  const domainFault = useDomainFault(changing.fault, domains);
  const body = { ...accountBody(draft), sso_domains: [...domains] };
  return (
    <Form validationErrors={faults} onSubmit={() => changing.write({ account_id: account.id, body }, etag)}>
      <AccountFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      <DomainsField
        {...{ domains, fault: domainFault }}
        onChange={(next) => {
          // A field that is still at fault would not be sent.
          changing.reset();
          setDomains(next);
        }}
      />
      <Granted account={account} />
      {changing.fault && domainFault === undefined && <Fault error={changing.fault} onRetry={onAgain} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={changing.isPending}>
          {form.save}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** What an account reaches beyond public addresses and its uploads. */
function Granted({ account }: { readonly account: Account }) {
  const { administration, common } = useMessages();
  const { form } = administration;
  return (
    <div className={styles.granted}>
      <dl>
        <dt>{form.networks}</dt>
        <dd>{account.allowed_networks.join(', ') || common.none}</dd>
        <dt>{form.folders}</dt>
        <dd>{account.data_roots.join(', ') || common.none}</dd>
      </dl>
      <p>{form.byCommand}</p>
      <code>report-service accounts update {account.id} --allow-network CIDR --data-root DIR</code>
    </div>
  );
}
