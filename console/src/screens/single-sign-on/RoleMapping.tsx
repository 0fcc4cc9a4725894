import { Fragment } from 'react';
import { Button } from '../../components/Button.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Actions } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type MappedValue, signOnRoles } from './types.ts';

const mostValues = 100;

/** Which values of the claim give which role. */
export function RoleMapping({
  rows,
  onChange,
}: {
  readonly rows: readonly MappedValue[];
  readonly onChange: (rows: MappedValue[]) => void;
}) {
  const { sso, members } = useMessages();
  const change = (key: number, fields: Partial<MappedValue>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, value: '', role: 'viewer' }]);
  };
  return (
    <>
      {rows.map(({ key, value, role }) => (
        <Fragment key={key}>
          <TextField
            label={sso.value}
            maxLength={200}
            autoComplete="off"
            value={value}
            onChange={(text) => change(key, { value: text })}
          />
          <Select
            label={sso.valueRole}
            options={signOnRoles.map((id) => ({ id, label: members.roles[id] }))}
            value={role}
            onChange={(chosen) => change(key, { role: chosen })}
          />
          <Actions>
            <Button
              icon="remove"
              aria-label={`${sso.removeValue}: ${value}`}
              onPress={() => onChange(rows.filter((row) => row.key !== key))}
            >
              {sso.removeValue}
            </Button>
          </Actions>
        </Fragment>
      ))}
      {rows.length < mostValues && (
        <Actions>
          <Button icon="add" onPress={add}>
            {sso.addValue}
          </Button>
        </Actions>
      )}
    </>
  );
}
