import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './design/tokens.css';
import './design/base.css';
import { pathOfService } from './api/base.ts';
import { ApiError, callAsIs } from './api/client.ts';
import { readingSession } from './api/session.ts';
import { Fault } from './components/states.tsx';
import { loadLanguage, preferredLanguage, SpokenIn } from './messages/messages.tsx';
import { makeRouter } from './router.tsx';
import { showAppearance } from './shell/appearance.ts';
import { letElementsBeEmptied } from './shell/trusted-texts.ts';

const aheadAfterMs = 1_000;

letElementsBeEmptied();
showAppearance();
/** Whoever has come to another network, or whose account is closed to theirs by now, is told so by the shell. */
const onError = (error: Error) => {
  if (error instanceof ApiError && error.code === 'network_not_allowed') {
    void queries.invalidateQueries({ queryKey: readingSession.queryKey });
  }
};
const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The client below has made its own tries.
    queries: { retry: false, staleTime: 10_000 },
    mutations: { retry: false },
  },
});

const page = createRoot(document.querySelector('#root') as HTMLElement);
const language = loadLanguage(preferredLanguage());
callAsIs('getSession', {})
  .then(async (session) => {
    queries.setQueryData(readingSession.queryKey, session);
    const router = makeRouter(queries);
    page.render(
      <StrictMode>
        <SpokenIn first={await language}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SpokenIn>
      </StrictMode>,
    );
    // Where most go next, read while they look at the first screen.
    setTimeout(() => void router.preloadRoute({ to: '/projects' }), aheadAfterMs);
  })
  .catch(async (error: Error) => {
    if (error instanceof ApiError && error.status === 401) {
      const to = encodeURIComponent(location.pathname + location.search);
      return location.replace(pathOfService(`/console/sign-in?to=${to}`));
    }
    page.render(
      <SpokenIn first={await language}>
        <Fault error={error} onRetry={() => location.reload()} />
      </SpokenIn>,
    );
  });
