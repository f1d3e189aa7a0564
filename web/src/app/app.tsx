import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { AskScreen } from '../screens/ask/ask-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { hrefTo, type Route, useRoute } from './route.ts';
import { shellText } from './shell.text.ts';
import { Shell } from './shell.tsx';

const RunScreen = lazy(async () => ({ default: (await import('../screens/run/run-screen.tsx')).RunScreen }));
const ModelsScreen = lazy(async () => ({ default: (await import('../screens/models/models-screen.tsx')).ModelsScreen }));
const BenchScreen = lazy(async () => ({ default: (await import('../screens/bench/bench-screen.tsx')).BenchScreen }));
const RunsScreen = lazy(async () => ({ default: (await import('../screens/runs/runs-screen.tsx')).RunsScreen }));
const SessionsScreen = lazy(async () => ({ default: (await import('../screens/sessions/sessions-screen.tsx')).SessionsScreen }));

function Screen({ route }: { readonly route: Route }) {
  switch (route.at) {
    case 'run':
      return <RunScreen key={route.runId} runId={route.runId} />;
    case 'runs':
      return <RunsScreen {...(route.replay === undefined ? {} : { replay: route.replay })} />;
    case 'sessions':
      return <SessionsScreen {...(route.sessionId === undefined ? {} : { sessionId: route.sessionId })} />;
    case 'models':
      return <ModelsScreen />;
    case 'bench':
      return <BenchScreen {...(route.reportId === undefined ? {} : { reportId: route.reportId })} />;
    default:
      return <AskScreen />;
  }
}

export function App() {
  const route = useRoute();
  const text = useTexts(shellText);
  return (
    <Shell>
      <ErrorBoundary
        key={hrefTo(route)}
        shown={(error) => (
          <div className="notice fault" role="alert">
            <b>{text.failed}</b>
            <p>{text.failedNext}</p>
            <p>
              <code>{error.message}</code>
            </p>
            <div>
              <button type="button" className="btn" onClick={() => location.reload()}>
                {text.reload}
              </button>
            </div>
          </div>
        )}
      >
        <Suspense fallback={<p className="text-ink-3">{text.loading}</p>}>
          <Screen route={route} />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}
