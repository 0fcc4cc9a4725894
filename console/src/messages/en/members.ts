import { plural } from '../plural.ts';

/** Members of the account and invitations, and the words for roles. */
export const members = {
  title: 'Members',
  subtitle: 'Who may do what in this account.',
  person: 'Person',
  role: 'Role',
  access: 'Projects',
  since: 'Member since',
  you: 'You',
  disabled: 'Disabled by the operator',
  allProjects: 'All projects',
  someProjects: (count: number) => plural('en', count, { one: '# project', other: '# projects' }),
  roles: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  duties: {
    viewer: 'Reads and downloads reports.',
    editor: 'Makes projects, layouts, connections and schedules, and shares reports.',
    admin: 'Manages viewers, editors, access tokens and the brand as well.',
    owner: 'May do everything, and decides about admins and other owners.',
  },
  limit: 'Only some projects',
  limitAdvice: 'For a client: nothing else of the account is shown.',
  findProjects: 'Find projects',
  noProjects: 'No project has this name.',
  chooseProjects: 'Choose at least one project.',
  chosen: (count: number) => plural('en', count, { one: '# project chosen', other: '# projects chosen' }),
  planFull: (limit: number) =>
    plural('en', limit, {
      one: 'Your plan allows # member, invitations included. Remove somebody or choose a larger plan to invite more.',
      other:
        'Your plan allows # members, invitations included. Remove somebody or choose a larger plan to invite more.',
    }),
  toPlan: 'Plan and usage',
  invite: {
    action: 'Invite somebody',
    title: 'Invite somebody',
    emailAdvice: 'Without an address, whoever opens the link gives theirs.',
    submit: 'Create invitation',
    doneTitle: 'The invitation is ready',
    link: 'Invitation link',
    mailed: (email: string) => `The link is on its way to ${email}. You can also pass it on yourself.`,
    passOn: 'Pass this link on. It lets one person in, once.',
    once: (until: string) => `It is shown only now, and works until ${until}.`,
    withheld: 'The link has been shown already. Take the invitation back and make another one.',
  },
  open: {
    title: 'Open invitations',
    anybody: 'Whoever has the link',
    expires: 'Works until',
    revoke: 'Take back',
    revokeTitle: (who: string) => `Take back the invitation for ${who}?`,
    revokeText: 'Its link stops working at once.',
    revoked: 'The invitation has been taken back.',
  },
  change: {
    action: 'Change role',
    title: (who: string) => `What may ${who} do?`,
    signsOut: 'They are signed out everywhere and sign in again with the new role.',
    submit: 'Change role',
    done: (who: string) => `What ${who} may do has been changed.`,
  },
  endSessions: {
    action: 'Sign out everywhere',
    title: (who: string) => `Sign ${who} out everywhere?`,
    text: 'They can sign in again. Do this when a device was lost.',
    done: (count: number) =>
      plural('en', count, { one: 'Signed out of # browser.', other: 'Signed out of # browsers.' }),
  },
  removal: {
    action: 'Remove from account',
    title: (who: string) => `Remove ${who} from the account?`,
    text: 'They are signed out at once and see nothing of this account any more. What they made stays.',
    done: (who: string) => `${who} is no longer a member.`,
  },
};
