import { useState } from 'react';
import { pathOfService } from '../../api/base.ts';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button, ButtonAddress } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { TokenTable } from './TokenTable.tsx';

/** The tokens by which programs work for the account. */
export function Tokens() {
  const isThere = useSession().project_ids === null;
  return useMay('admin') && isThere ? <AllTokens /> : <NotFound />;
}

function AllTokens() {
  const { tokens } = useMessages();
  const [isCreating, setCreating] = useState(false);
  const list = useList('listTokens', {});
  const create = (
    <Button look="primary" icon="add" onPress={() => setCreating(true)}>
      {tokens.create.action}
    </Button>
  );
  const isEmpty = list.items?.length === 0;
  return (
    <Page
      title={tokens.title}
      subtitle={tokens.subtitle}
      actions={
        <>
          <ButtonAddress icon="external" href={pathOfService('/docs')} target="_blank" rel="noopener">
            {tokens.reference}
          </ButtonAddress>
          {!isEmpty && create}
        </>
      }
    >
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          isEmpty ? (
            <Empty icon="tokens" title={tokens.empty.title} text={tokens.empty.text}>
              {create}
            </Empty>
          ) : (
            <>
              <TokenTable items={items} />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
