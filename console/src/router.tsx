import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { base } from './api/base.ts';
import { preparePreviews } from './api/session.ts';
import { Loading } from './components/states.tsx';
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

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/home/Home.tsx'), 'Home'),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: readProjectSearch,
  component: lazyRouteComponent(() => import('./screens/projects/Projects.tsx'), 'Projects'),
});
const projectImports = createRoute({
  getParentRoute: () => root,
  path: '/projects/import',
  component: lazyRouteComponent(() => import('./screens/project-imports/ImportProjects.tsx'), 'ImportProjects'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./screens/project/ProjectFrame.tsx'), 'ProjectFrame'),
});
const projectReports = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/reports/ProjectReports.tsx'), 'ProjectReports'),
});
const layout = createRoute({
  getParentRoute: () => project,
  path: '/layout',
  loader: ({ context, params }) => preparePreviews(context.queries, params.projectId),
  component: lazyRouteComponent(() => import('./screens/layout/Layout.tsx'), 'Layout'),
});
const projectConnections = createRoute({
  getParentRoute: () => project,
  path: '/connections',
  component: lazyRouteComponent(() => import('./screens/connections/ProjectConnections.tsx'), 'ProjectConnections'),
});
const projectSchedules = createRoute({
  getParentRoute: () => project,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./screens/schedules/ProjectSchedules.tsx'), 'ProjectSchedules'),
});
const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/project/ProjectSettings.tsx'), 'ProjectSettings'),
});
const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  component: lazyRouteComponent(() => import('./screens/templates/Templates.tsx'), 'Templates'),
});
const portfolio = createRoute({
  getParentRoute: () => root,
  path: '/portfolio',
  component: lazyRouteComponent(() => import('./screens/portfolio/Portfolio.tsx'), 'Portfolio'),
});
const template = createRoute({
  getParentRoute: () => root,
  path: '/templates/$templateId',
  component: lazyRouteComponent(() => import('./screens/templates/TemplateDetails.tsx'), 'TemplateDetails'),
});
const templateLayout = createRoute({
  getParentRoute: () => root,
  path: '/templates/$templateId/layout',
  component: lazyRouteComponent(() => import('./screens/templates/TemplateLayout.tsx'), 'TemplateLayout'),
});
const newConnection = createRoute({
  getParentRoute: () => root,
  path: '/projects/$projectId/connections/new',
  validateSearch: textsOf('connection', 'back'),
  component: lazyRouteComponent(() => import('./screens/connections/NewConnection.tsx'), 'NewConnection'),
});
const connection = createRoute({
  getParentRoute: () => root,
  path: '/connections/$connectionId',
  validateSearch: textsOf('back'),
  component: lazyRouteComponent(() => import('./screens/connections/ConnectionDetails.tsx'), 'ConnectionDetails'),
});
const report = createRoute({
  getParentRoute: () => root,
  path: '/reports/$reportId',
  component: lazyRouteComponent(() => import('./screens/report/ReportDetails.tsx'), 'ReportDetails'),
});
const connections = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  validateSearch: textsOf('show'),
  component: lazyRouteComponent(() => import('./screens/connections/AllConnections.tsx'), 'AllConnections'),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./screens/schedules/AllSchedules.tsx'), 'AllSchedules'),
});
const bulkJobs = createRoute({
  getParentRoute: () => root,
  path: '/bulk-jobs',
  component: lazyRouteComponent(() => import('./screens/bulk-jobs/BulkJobs.tsx'), 'BulkJobs'),
});
const bulkJob = createRoute({
  getParentRoute: () => root,
  path: '/bulk-jobs/$bulkJobId',
  component: lazyRouteComponent(() => import('./screens/bulk-jobs/BulkJobDetails.tsx'), 'BulkJobDetails'),
});
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: textsOf('schedule'),
  component: lazyRouteComponent(() => import('./screens/deliveries/Deliveries.tsx'), 'Deliveries'),
});
const brand = createRoute({
  getParentRoute: () => root,
  path: '/brand',
  component: lazyRouteComponent(() => import('./screens/brand/AccountBrand.tsx'), 'AccountBrand'),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  component: lazyRouteComponent(() => import('./screens/usage/PlanUsage.tsx'), 'PlanUsage'),
});
const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./screens/tokens/Tokens.tsx'), 'Tokens'),
});
const chatChannels = createRoute({
  getParentRoute: () => root,
  path: '/chat-channels',
  component: lazyRouteComponent(() => import('./screens/chat/ChatChannels.tsx'), 'ChatChannels'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./screens/webhooks/Webhooks.tsx'), 'Webhooks'),
});
const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  component: lazyRouteComponent(() => import('./screens/members/Members.tsx'), 'Members'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(() => import('./screens/audit/Audit.tsx'), 'Audit'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyRouteComponent(() => import('./screens/profile/Profile.tsx'), 'Profile'),
});
const accounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/accounts',
  component: lazyRouteComponent(() => import('./screens/administration/Accounts.tsx'), 'Accounts'),
});
const plans = createRoute({
  getParentRoute: () => root,
  path: '/admin/plans',
  component: lazyRouteComponent(() => import('./screens/administration/Plans.tsx'), 'Plans'),
});
const signInClients = createRoute({
  getParentRoute: () => root,
  path: '/admin/sign-ins',
  validateSearch: textsOf('vendor'),
  component: lazyRouteComponent(() => import('./screens/administration/SignInClients.tsx'), 'SignInClients'),
});
const health = createRoute({
  getParentRoute: () => root,
  path: '/admin/health',
  component: lazyRouteComponent(() => import('./screens/administration/Health.tsx'), 'Health'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/admin/activity',
  component: lazyRouteComponent(() => import('./screens/administration/AllActivity.tsx'), 'AllActivity'),
});

const routes = root.addChildren([
  home,
  projects,
  projectImports,
  project.addChildren([projectReports, layout, projectConnections, projectSchedules, projectSettings]),
  portfolio,
  templates,
  templateLayout,
  template,
  newConnection,
  connection,
  report,
  connections,
  schedules,
  bulkJobs,
  bulkJob,
  deliveries,
  brand,
  usage,
  tokens,
  chatChannels,
  webhooks,
  members,
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
