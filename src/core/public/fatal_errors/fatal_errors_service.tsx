/** Records errors after which the page cannot continue, and shows the fatal error screen. */
import { type ReactElement, useEffect, useState } from 'react';
import { type Observable, ReplaySubject, take } from 'rxjs';
import { createRoot } from 'react-dom/client';
import { t } from '../i18n';
import { insertStyle } from '../csp_nonce';
import type { FatalErrorInfo, FatalErrorsSetup, FatalErrorsStart } from './types';
import { browserLog } from '../utils/browser_log';
import type { InjectedMetadataSetup } from '../injected_metadata/types';

/**
 * Style sheet of the fatal error screen. All colors have a contrast of at least 4.5 in both color
 * schemes.
 */
const FATAL_ERRORS_CSS = `
html, body { margin: 0; background: #fff; }
html[data-theme='dark'], html[data-theme='dark'] body { background: #0b1628; }
.coreFatalErrors { box-sizing: border-box; max-width: 960px; margin: 0 auto; padding: 48px 24px;
  font-family: Inter, BlinkMacSystemFont, Helvetica, Arial, sans-serif; line-height: 1.5; color: #1d2a3e; }
.coreFatalErrors h1 { font-size: 1.75rem; font-weight: 700; margin: 0 0 16px; }
.coreFatalErrors h2 { font-size: 1rem; font-weight: 600; margin: 0 0 8px; overflow-wrap: anywhere;
  white-space: pre-line; }
.coreFatalErrors p { max-width: 800px; margin: 0 0 16px; }
.coreFatalErrors__actions { display: flex; flex-wrap: wrap; gap: 16px; }
.coreFatalErrors button { font: inherit; font-weight: 500; cursor: pointer; padding: 8px 16px;
  border-radius: 6px; border: 1px solid #0b64dd; background: transparent; color: #0b5bc8; }
.coreFatalErrors button:first-child { background: #0b5bc8; color: #fff; }
.coreFatalErrors button:focus-visible, .coreFatalErrors pre:focus-visible {
  outline: 2px solid #0b64dd; outline-offset: 2px; }
.coreFatalErrors__error { margin: 16px 0; padding: 16px; border-radius: 6px;
  border-left: 4px solid #c61e25; background: #ffe8e5; }
.coreFatalErrors__error h2 { color: #a71627; }
.coreFatalErrors pre { margin: 0; overflow: auto; max-height: 40vh; padding: 12px;
  background: rgba(255, 255, 255, 0.7); font-size: 0.8125rem; }
html[data-theme='dark'] .coreFatalErrors { color: #e3e8f2; }
html[data-theme='dark'] .coreFatalErrors button { color: #61a2ff; border-color: #61a2ff; }
html[data-theme='dark'] .coreFatalErrors button:first-child { background: #61a2ff; color: #07101f; }
html[data-theme='dark'] .coreFatalErrors__error { background: #391d23; }
html[data-theme='dark'] .coreFatalErrors__error h2 { color: #ffb5ad; }
html[data-theme='dark'] .coreFatalErrors pre { background: rgba(0, 0, 0, 0.3); }
`;

interface FatalErrorsScreenProps {
  /** Replays all errors recorded so far. */
  readonly errorInfo$: Observable<FatalErrorInfo>;
  readonly version: string;
  readonly buildNumber: number;
  readonly win: Pick<
    Window,
    | 'addEventListener'
    | 'removeEventListener'
    | 'history'
    | 'localStorage'
    | 'location'
    | 'sessionStorage'
  >;
}

export function FatalErrorsScreen(props: FatalErrorsScreenProps): ReactElement {
  const { errorInfo$, version, buildNumber, win } = props;
  const errors = useAll(errorInfo$);

  useEffect(() => {
    insertStyle('coreFatalErrorsCss', FATAL_ERRORS_CSS);
    const reload = () => win.location.reload();
    win.addEventListener('hashchange', reload);
    return () => win.removeEventListener('hashchange', reload);
  }, [win]);

  const clearSession = () => {
    clear(() => win.localStorage);
    clear(() => win.sessionStorage);
    win.location.hash = '';
    win.location.reload();
  };

  return (
    <main className="coreFatalErrors" data-test-subj="fatalErrorScreen">
      <h1>{t('core.fatalErrors.somethingWentWrongTitle', 'Something went wrong')}</h1>
      <p>
        {t(
          'core.fatalErrors.tryRefreshingPageDescription',
          "Try refreshing the page. If that doesn't work, go back to the previous page or clear your session data."
        )}
      </p>
      <p className="coreFatalErrors__actions">
        <button type="button" data-test-subj="clearSession" onClick={clearSession}>
          {t('core.fatalErrors.clearYourSessionButtonLabel', 'Clear your session')}
        </button>
        <button type="button" data-test-subj="goBack" onClick={() => win.history.back()}>
          {t('core.fatalErrors.goBackButtonLabel', 'Go back')}
        </button>
      </p>
      {errors.map(({ message, stack }, index) => (
        <section className="coreFatalErrors__error" key={index} role="alert">
          <h2>{message}</h2>
          {/* Focusable, because the content may scroll. */}
          <pre tabIndex={0}>
            {`Version: ${version}\nBuild: ${buildNumber}\n${stack ?? ''}`.trimEnd()}
          </pre>
        </section>
      ))}
    </main>
  );
}

function useAll(errorInfo$: Observable<FatalErrorInfo>): readonly FatalErrorInfo[] {
  const [errors, setErrors] = useState<readonly FatalErrorInfo[]>([]);
  useEffect(() => {
    setErrors([]);
    const subscription = errorInfo$.subscribe((info) => setErrors((all) => [...all, info]));
    return () => subscription.unsubscribe();
  }, [errorInfo$]);
  return errors;
}

/** Ignores a browser that blocks storage: there is nothing to clear. */
function clear(getStorage: () => Storage): void {
  try {
    getStorage().clear();
  } catch (error) {
    browserLog.error('Browser storage cannot be cleared.', error);
  }
}

/**
 * Extracts a readable message and stack from any thrown value.
 *
 * Source: docs/reference/core.md#fatal-errors; specification section 8 ("Fatal error message
 * formatting").
 */
interface ErrorLike {
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly body?: { readonly message?: unknown };
  /** Error response of the search engine. */
  readonly resp?: { readonly error?: { readonly root_cause?: unknown } };
}

/** @param source - shown before the message */
export function getErrorInfo(error: unknown, source?: string): FatalErrorInfo {
  const message = toMessage(error);
  return {
    message: source === undefined ? message : `${source}: ${message}`,
    stack: getStack(error),
  };
}

function toMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return inspect(error);
  const { resp, body, message }: ErrorLike = error;
  const causes = resp?.error?.root_cause;
  if (Array.isArray(causes)) {
    return causes.map((cause: { readonly reason?: unknown }) => String(cause.reason)).join('\n');
  }
  if (typeof body?.message === 'string') return body.message;
  if (error instanceof Error || (typeof message === 'string' && message !== '')) {
    return String(message);
  }
  return inspect(error);
}

/** Some browsers omit the message from the stack. */
function getStack(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { stack, message }: ErrorLike = error;
  if (typeof stack !== 'string') return undefined;
  return stack.includes(String(message)) ? stack : `Error: ${String(message)}\n${stack}`;
}

function inspect(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}

interface FatalErrorsSetupDeps {
  readonly injectedMetadata: InjectedMetadataSetup;
}

export class FatalErrorsService {
  private readonly errorInfo$ = new ReplaySubject<FatalErrorInfo>();
  private contract?: FatalErrorsSetup;

  /** @param onFirstError - stops the core, so that nothing renders over the screen */
  constructor(
    private readonly rootDomElement: HTMLElement,
    private readonly onFirstError: () => void
  ) {}

  setup({ injectedMetadata }: FatalErrorsSetupDeps): FatalErrorsSetup {
    this.errorInfo$.pipe(take(1)).subscribe(() => {
      this.onFirstError();
      this.render(injectedMetadata);
    });
    window.addEventListener('unhandledrejection', logRejection);
    this.contract = {
      add: (error, source): never => {
        if (error instanceof Error) browserLog.error(error);
        this.errorInfo$.next(getErrorInfo(error, source));
        throw error;
      },
      get$: (): Observable<FatalErrorInfo> => this.errorInfo$.asObservable(),
    };
    return this.contract;
  }

  start(): FatalErrorsStart {
    if (this.contract === undefined) {
      throw new Error('FatalErrorsService#setup() must be invoked before start.');
    }
    return this.contract;
  }

  /** Not called when the core stops, because the screen must stay. */
  stop(): void {
    window.removeEventListener('unhandledrejection', logRejection);
  }

  private render(injectedMetadata: InjectedMetadataSetup): void {
    const container = document.createElement('div');
    this.rootDomElement.replaceChildren(container);
    createRoot(container).render(
      <FatalErrorsScreen
        errorInfo$={this.errorInfo$}
        version={injectedMetadata.getVersion()}
        buildNumber={injectedMetadata.getBuildNumber()}
        win={window}
      />
    );
  }
}

function logRejection({ reason }: PromiseRejectionEvent): void {
  browserLog.error('Detected an unhandled Promise rejection.', reason);
}
