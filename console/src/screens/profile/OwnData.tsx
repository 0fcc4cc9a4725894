import { pathOfService } from '../../api/base.ts';
import { ButtonAddress } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** What is stored about oneself, as a file. */
export function OwnData() {
  const { data: words } = useMessages().profile;
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <div>
        <ButtonAddress
          icon="download"
          href={pathOfService('/manage/v1/session/profile/export')}
          download="personal-data.json"
        >
          {words.download}
        </ButtonAddress>
      </div>
    </Card>
  );
}
