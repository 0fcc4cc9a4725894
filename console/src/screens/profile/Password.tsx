import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

const shortest = 12;

/** Changes one's password, or chooses the first one. */
export function Password({ email, hasPassword }: { readonly email: string; readonly hasPassword: boolean }) {
  const words = useMessages().profile.password;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const onDone = () => {
    setCurrent('');
    setNext('');
    tell(words.changed);
    // What was sent is no longer needed here.
    reset();
  };
  const { write, isPending, fault, reset } = useWrite('changePassword', {
    refreshes: ['getSession', 'listSessions'],
    onDone,
  });
  const faults = fieldFaults(fault, '', words.rules);
  const save = () => {
    const tooShort = [...next].length < shortest;
    setTooShort(tooShort);
    if (!tooShort) write({ body: { current: hasPassword ? current : null, password: next } });
  };
  return (
    <Card title={words.title}>
      {!hasPassword && <Note text={words.none} />}
      <Form onSubmit={save} validationErrors={faults}>
        {/* Password managers keep the password under this name. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <TextField
            {...{ name: 'current', type: 'password', autoComplete: 'current-password', isRequired: true }}
            label={words.current}
            value={current}
            onChange={setCurrent}
          />
        )}
        <TextField
          {...{ name: 'password', type: 'password', autoComplete: 'new-password', isRequired: true }}
          label={words.next}
          advice={words.advice}
          fault={isTooShort ? words.rules.too_short : undefined}
          value={next}
          onChange={(text) => {
            setTooShort(false);
            setNext(text);
          }}
        />
        {fault && !faults.current && !faults.password && <Fault error={fault} />}
        <Actions>
          <Button type="submit" isPending={isPending}>
            {hasPassword ? words.change : words.set}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
