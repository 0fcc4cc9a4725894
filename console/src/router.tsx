import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { base } from './api/base.ts';
import { readingPages } from './api/reads.ts';
import { preparePreviews } from './api/session.ts';
import { Loading } from './components/states.tsx';
import { loadLaterTexts } from './messages/messages.tsx';
import { firstLook } from './screens/portfolio/first-look.ts';
import { readProjectSearch } from './screens/projects/search.ts';
import { Broken, NotFound } from './shell/Astray.tsx';
import { Shell } from './shell/Shell.tsx';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: Broken,
});

/** Reads texts of an address's query; others are left out. */
function textsOf<Name extends string>(...names: readonly Name[]) {
  return (query: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (typeof query[name] === 'string' ? [[name, query[name]]] : []))) as {
      [Each in Name]?: string;
    };
}

/** A screen that is read when it is opened, with the texts that Home does without. */
const screen: typeof lazyRouteComponent = (read, name) =>
  lazyRouteComponent(async () => {
    const [module] = await Promise.all([read(), loadLaterTexts()]);
    return module;
  }, name);

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/home/Home.tsx'), 'Home'),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: readProjectSearch,
  component: screen(() => import('./screens/projects/Projects.tsx'), 'Projects'),
});
const projectImports = createRoute({
  getParentRoute: () => root,
  path: '/projects/import',
  component: screen(() => import('./screens/project-imports/ImportProjects.tsx'), 'ImportProjects'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId',
  component: screen(() => import('./screens/project/ProjectFrame.tsx'), 'ProjectFrame'),
});
const projectReports = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: screen(() => import('./screens/reports/ProjectReports.tsx'), 'ProjectReports'),
});
const layout = createRoute({
  getParentRoute: () => project,
  path: '/layout',
  loader: ({ context, params }) => preparePreviews(context.queries, params.projectId),
  component: screen(() => import('./screens/layout/Layout.tsx'), 'Layout'),
});
const projectConnections = createRoute({
  getParentRoute: () => project,
  path: '/connections',
  component: screen(() => import('./screens/connections/ProjectConnections.tsx'), 'ProjectConnections'),
});
const projectSchedules = createRoute({
  getParentRoute: () => project,
  path: '/schedules',
  component: screen(() => import('./screens/schedules/ProjectSchedules.tsx'), 'ProjectSchedules'),
});
const projectAlerts = createRoute({
  getParentRoute: () => project,
  path: '/alerts',
  component: screen(() => import('./screens/incidents/ProjectAlerts.tsx'), 'ProjectAlerts'),
});
const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: screen(() => import('./screens/project/ProjectSettings.tsx'), 'ProjectSettings'),
});
const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  component: screen(() => import('./screens/templates/Templates.tsx'), 'Templates'),
});
const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  // Read while somebody aims at the link; nothing waits for it.
  loader: ({ context }) => {
    void context.queries.prefetchInfiniteQuery(readingPages('listPortfolio', { query: firstLook }));
  },
  component: screen(() => import('./screens/portfolio/Portfolio.tsx'), 'Portfolio'),
});
const template = createRoute({
  getParentRoute: () => root,
  path: '/templates/$templateId',
  component: screen(() => import('./screens/templates/TemplateDetails.tsx'), 'TemplateDetails'),
});
const templateLayout = createRoute({
  getParentRoute: () => root,
  path: '/templates/$templateId/layout',
  component: screen(() => import('./screens/templates/TemplateLayout.tsx'), 'TemplateLayout'),
});
const newConnection = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/connections/new',
  validateSearch: textsOf('connection', 'back'),
  component: screen(() => import('./screens/connections/NewConnection.tsx'), 'NewConnection'),
});
const connection = createRoute({
  getParentRoute: () => root,
  path: '/connections/$connectionId',
  validateSearch: textsOf('back'),
  component: screen(() => import('./screens/connections/ConnectionDetails.tsx'), 'ConnectionDetails'),
});
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$reportId',
  component: screen(() => import('./screens/report/ReportDetails.tsx'), 'ReportDetails'),
});
const connections = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  validateSearch: textsOf('show'),
  component: screen(() => import('./screens/connections/AllConnections.tsx'), 'AllConnections'),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: screen(() => import('./screens/schedules/AllSchedules.tsx'), 'AllSchedules'),
});
const watches = createRoute({
  getParentRoute: () => root,
  path: '/watches',
  validateSearch: textsOf('project', 'template'),
  component: screen(() => import('./screens/watches/Watches.tsx'), 'Watches'),
});
const newWatch = createRoute({
  getParentRoute: () => root,
  path: '/watches/new',
  validateSearch: textsOf('project', 'template'),
  component: screen(() => import('./screens/watches/NewWatch.tsx'), 'NewWatch'),
});
const watch = createRoute({
  getParentRoute: () => root,
  path: '/watches/$watchId',
  component: screen(() => import('./screens/watches/WatchDetails.tsx'), 'WatchDetails'),
});
const incidents = createRoute({
  getParentRoute: () => root,
  path: '/incidents',
  component: screen(() => import('./screens/incidents/Incidents.tsx'), 'Incidents'),
});
const incident = createRoute({
  getParentRoute: () => root,
  path: '/incidents/$incidentId',
  component: screen(() => import('./screens/incidents/IncidentDetails.tsx'), 'IncidentDetails'),
});
const bulkJobs = createRoute({
  getParentRoute: () => root,
  path: '/bulk-jobs',
  component: screen(() => import('./screens/bulk-jobs/BulkJobs.tsx'), 'BulkJobs'),
});
const bulkJob = createRoute({
  getParentRoute: () => root,
  path: '/bulk-jobs/$bulkJobId',
  component: screen(() => import('./screens/bulk-jobs/BulkJobDetails.tsx'), 'BulkJobDetails'),
});
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: textsOf('schedule'),
  component: screen(() => import('./screens/deliveries/Deliveries.tsx'), 'Deliveries'),
});
const brand = createRoute({
  getParentRoute: () => root,
  path: '/brand',
  component: screen(() => import('./screens/brand/AccountBrand.tsx'), 'AccountBrand'),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: screen(() => import('./screens/usage/PlanUsage.tsx'), 'PlanUsage'),
});
const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  component: screen(() => import('./screens/tokens/Tokens.tsx'), 'Tokens'),
});
const chatChannels = createRoute({
  getParentRoute: () => root,
  path: '/chat-channels',
  component: screen(() => import('./screens/chat/ChatChannels.tsx'), 'ChatChannels'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: screen(() => import('./screens/webhooks/Webhooks.tsx'), 'Webhooks'),
});
const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  component: screen(() => import('./screens/members/Members.tsx'), 'Members'),
});
const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: '/single-sign-on',
  component: screen(() => import('./screens/single-sign-on/SingleSignOn.tsx'), 'SingleSignOn'),
});
const directory = createRoute({
  getParentRoute: () => root,
  path: '/members/directory',
  component: screen(() => import('./screens/members/Members.tsx'), 'Directory'),
});
const security = createRoute({
  getParentRoute: () => root,
  path: '/security',
  component: screen(() => import('./screens/security/AccountSecurity.tsx'), 'AccountSecurity'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: screen(() => import('./screens/audit/Audit.tsx'), 'Audit'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: screen(() => import('./screens/profile/Profile.tsx'), 'Profile'),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/accounts',
  component: screen(() => import('./screens/administration/Accounts.tsx'), 'Accounts'),
});
const plans = createRoute({
  getParentRoute: () => root,
  path: '/admin/plans',
  component: screen(() => import('./screens/administration/Plans.tsx'), 'Plans'),
});
const signInClients = createRoute({
  getParentRoute: () => root,
  path: '/admin/sign-ins',
  validateSearch: textsOf('vendor'),
  component: screen(() => import('./screens/administration/SignInClients.tsx'), 'SignInClients'),
});
const health = createRoute({
  getParentRoute: () => root,
  path: '/admin/health',
  component: screen(() => import('./screens/administration/Health.tsx'), 'Health'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/admin/activity',
  component: screen(() => import('./screens/administration/AllActivity.tsx'), 'AllActivity'),
});

const routes = root.addChildren([
  home,
  projects,
  projectImports,
  project.addChildren([projectReports, layout, projectConnections, projectSchedules, projectAlerts, projectSettings]),
  portfolio,
  templates,
  templateLayout,
  template,
  newConnection,
  connection,
  report,
  connections,
  schedules,
  watches,
  newWatch,
  watch,
  incidents,
  incident,
  bulkJobs,
  bulkJob,
  deliveries,
  brand,
  usage,
  tokens,
  chatChannels,
  webhooks,
  members,
  singleSignOn,
  directory,
  security,
  audit,
  profile,
  accounts,
  plans,
  signInClients,
  health,
  activity,
]);

/** The screens by their addresses below `/console`; each is read when somebody goes there, or is about to. */
export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: routes,
    basepath: `${base}/console`,
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 150,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
