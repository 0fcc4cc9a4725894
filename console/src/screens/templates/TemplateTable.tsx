import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { TextLink } from '../../components/Page.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { Publishing } from './Publishing.tsx';
import { RowMenu } from './RowMenu.tsx';
import styles from './templates.module.css';

type Template = Data<'listTemplates'>['items'][number];

/** Templates with what of them is published, and how many projects follow them. */
export function TemplateTable({
  items,
  taken,
}: {
  readonly items: readonly Template[];
  /** The names of all templates that are known. */
  readonly taken: readonly string[];
}) {
  const mayEdit = useMay('editor');
  const { templates, common, shell } = useMessages();
  const format = useFormat();
  return (
    <Table
      label={templates.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          label: common.name,
          cell: ({ id, name, description }) => (
            <span className={styles.lines}>
              <TextLink to="/templates/$templateId" params={{ templateId: id }}>
                <bdi>{name}</bdi>
              </TextLink>
              {description && (
                <span className={styles.more}>
                  <bdi>{description}</bdi>
                </span>
              )}
            </span>
          ),
        },
        { id: 'published', label: templates.published, cell: (template) => <Publishing template={template} /> },
        { id: 'projects', label: shell.projects, isAtEnd: true, cell: ({ projects }) => format.number(projects) },
        ...(mayEdit
          ? [
              {
                ...{ id: 'actions', label: common.change, isAtEnd: true, hidesLabel: true },
                cell: (template: Template) => <RowMenu template={template} taken={taken} />,
              },
            ]
          : []),
      ]}
    />
  );
}
