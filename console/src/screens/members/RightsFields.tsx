import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { Checkbox, RadioGroup } from '../../components/fields.tsx';
import { useLabels } from '../../components/labels.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './members.module.css';
import { ProjectPicker } from './ProjectPicker.tsx';
import { type Role, useManagedRoles } from './roles.ts';

/** What somebody may do, while it is being decided. */
export interface Rights {
  readonly role: Role;
  /** The projects that they are limited to; null for all. */
  readonly projectIds: readonly string[] | null;
  /** The tags whose projects they see besides, where they are limited. */
  readonly tags: readonly string[];
}

const canBeLimited = ({ role }: Rights) => role === 'viewer' || role === 'editor';

/** As operations take it: admins and owners are never limited. */
export function rightsBody(rights: Rights) {
  const { role, projectIds, tags } = rights;
  if (!canBeLimited(rights) || projectIds === null) return { role, project_ids: null };
  return { role, project_ids: [...projectIds], tags: [...tags] };
}

/** Whether they are limited to projects and tags of which none is chosen yet. */
export function lacksProjects(rights: Rights): boolean {
  return canBeLimited(rights) && rights.projectIds?.length === 0 && rights.tags.length === 0;
}

/** The role, in a sentence each, and whether it holds for some projects only. */
export function RightsFields({
  rights,
  onChange,
  fault,
}: {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
  /** What is wrong with the projects. */
  readonly fault?: string | undefined;
}) {
  const { members } = useMessages();
  const managed = useManagedRoles();
  return (
    <>
      <RadioGroup
        label={members.role}
        name="role"
        options={managed.map((id) => ({ id, label: members.roles[id], advice: members.duties[id] }))}
        value={rights.role}
        onChange={(role) => onChange({ ...rights, role })}
      />
      <LimitFields rights={rights} onChange={onChange} fault={fault} />
    </>
  );
}

/** Whether a role holds for some projects only; nothing for a role that always holds for all. */
export function LimitFields({ rights, onChange, fault }: Parameters<typeof RightsFields>[0]) {
  const { members } = useMessages();
  if (!canBeLimited(rights)) return null;
  return (
    <div className={styles.limit}>
      <Checkbox
        isSelected={rights.projectIds !== null}
        onChange={(isLimited) => onChange({ ...rights, projectIds: isLimited ? [] : null, tags: [] })}
      >
        {members.limit} <span className={styles.more}>{members.limitAdvice}</span>
      </Checkbox>
      {rights.projectIds !== null && (
        <>
          <ProjectPicker chosen={rights.projectIds} onChange={(projectIds) => onChange({ ...rights, projectIds })} />
          <TagPicker chosen={rights.tags} onChange={(tags) => onChange({ ...rights, tags })} />
        </>
      )}
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Some of the account's tags; nothing where it has none. */
function TagPicker({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const { labels, projects } = useMessages();
  const known = (useLabels() ?? []).filter(({ kind }) => kind === 'tag');
  if (known.length === 0) return null;
  return (
    <CheckboxGroup
      label={labels.limit.tags}
      advice={labels.limit.advice}
      options={known.map(({ name, projects: count }) => ({ id: name, label: name, advice: projects.count(count) }))}
      value={chosen}
      onChange={onChange}
    />
  );
}
