import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { BrandEditor } from './BrandEditor.tsx';
import { CoverPreview } from './CoverPreview.tsx';

/** Whose the reports of the account are. */
export function AccountBrand() {
  const { brand, common } = useMessages();
  const mayChange = useMay('admin');
  const [reading, setReading] = useState(0);
  const read = useRead('getBrand', {});
  const reread = () => void read.refetch().then(() => setReading((count) => count + 1));
  return (
    <Page title={brand.title} subtitle={brand.about}>
      <Shown read={read}>
        {(answer) =>
          mayChange ? (
            <BrandEditor key={reading} read={answer} onReread={reread} />
          ) : (
            <>
              <Note text={common.readOnly} />
              <CoverPreview brand={answer.data} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}
