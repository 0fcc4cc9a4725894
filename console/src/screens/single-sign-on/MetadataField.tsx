import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Actions } from '../../components/Page.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import type { SignOnSettings } from './types.ts';

/** What the service takes. */
const longest = 200_000;

/** The metadata of a provider of SAML, from a file or pasted, and what those that are stored say. */
export function MetadataField({
  settings: { protocol, saml },
  value,
  onChange,
}: {
  readonly settings: SignOnSettings;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const words = useMessages().sso.saml;
  const [isTooLong, setTooLong] = useState(false);
  const isStored = protocol === 'saml';
  const read = async (file: File) => {
    setTooLong(file.size > longest);
    if (file.size <= longest) onChange(await file.text());
  };
  return (
    <>
      <TextArea
        {...{ name: 'metadata', label: words.metadata, rows: 5, maxLength: longest, isRequired: !isStored }}
        advice={isStored ? words.metadataKept : words.metadataAdvice}
        {...(isTooLong && { fault: words.tooLong })}
        spellCheck="false"
        dir="ltr"
        value={value}
        onChange={onChange}
      />
      <Actions>
        <FileTrigger
          acceptedFileTypes={['.xml', 'application/xml', 'text/xml', 'application/samlmetadata+xml']}
          onSelect={(files) => files?.[0] && void read(files[0])}
        >
          <Button icon="upload">{words.chooseFile}</Button>
        </FileTrigger>
      </Actions>
      {isStored && <Certificates saml={saml} />}
    </>
  );
}

function Certificates({ saml: { certificates } }: { readonly saml: SignOnSettings['saml'] }) {
  const words = useMessages().sso.saml;
  const format = useFormat();
  return (
    <Table
      label={words.certificates}
      keyOf={({ fingerprint }) => fingerprint}
      rows={certificates}
      columns={[
        { id: 'subject', label: words.certificates, cell: ({ subject }) => <bdi>{subject}</bdi> },
        { id: 'until', label: words.until, cell: ({ valid_to }) => format.time(valid_to) },
      ]}
    />
  );
}
