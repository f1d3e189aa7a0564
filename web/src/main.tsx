import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiContext } from './api/api-context.tsx';
import { ApiError, createApi } from './api/client.ts';
import { App } from './app/app.tsx';
import { ShownRunProvider } from './app/shown-run.tsx';
import { TemperProvider } from './app/temper.tsx';
import { LanguageProvider } from './i18n/language.tsx';
import './styles/main.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root.');

// The service is beside the page: what it refuses once it refuses again, and when it is away every screen says so.
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      staleTime: 5000,
    },
    // A machine without a network still reaches its own service, which is what counts.
    mutations: { networkMode: 'always' },
  },
});

createRoot(root).render(
  <ApiContext value={createApi()}>
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <TemperProvider>
          <ShownRunProvider>
            <App />
          </ShownRunProvider>
        </TemperProvider>
      </LanguageProvider>
    </QueryClientProvider>
  </ApiContext>,
);
