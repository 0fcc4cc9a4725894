import { useState } from 'react';
import { Checkbox, Select, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';

const lives = ['7', '30', '90', '365', 'forever'] as const;
const shortestPassword = 8;
const dayMs = 86_400_000;

/** How long a new link lives and what guests need; `body` has it as the service takes it. */
export function useLinkAccess() {
  const [life, setLife] = useState<(typeof lives)[number]>('90');
  const [isProtected, setProtected] = useState(false);
  const [password, setPassword] = useState('');
  // Since it was opened, so that trying again asks for the same link.
  const [openedAt] = useState(Date.now);
  return {
    ...{ life, setLife, isProtected, setProtected, password, setPassword },
    isShort: isProtected && password !== '' && [...password].length < shortestPassword,
    body: {
      password: isProtected ? password : null,
      expires_at: life === 'forever' ? null : afterDays(openedAt, Number(life)),
    },
  };
}

export function LinkAccess({ access }: { readonly access: ReturnType<typeof useLinkAccess> }) {
  const { links } = useMessages().report;
  const { life, setLife, isProtected, setProtected, password, setPassword, isShort } = access;
  return (
    <>
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
    </>
  );
}

function afterDays(start: number, days: number): string {
  return `${new Date(start + days * dayMs).toISOString().slice(0, 19)}Z`;
}
