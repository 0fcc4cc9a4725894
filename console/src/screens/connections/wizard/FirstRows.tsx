import { Card } from '../../../components/Page.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Proposal } from './doubts.ts';
import { Scroller } from './Scroller.tsx';

/** The first rows as the source has them, with how each column is read. */
export function FirstRows({ proposal }: { readonly proposal: Proposal }) {
  const { check } = useMessages().connection;
  const columns = Object.keys(proposal.types);
  if (proposal.rows.length === 0) return null;
  return (
    <Card title={check.firstRows}>
      <Scroller label={check.firstRows}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <bdi>{column}</bdi>
                  <small>{check.types[String(proposal.types[column])] ?? String(proposal.types[column])}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {proposal.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a source have no name, and never move.
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column}>
                    <bdi>{textOf(row[column])}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Card>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
