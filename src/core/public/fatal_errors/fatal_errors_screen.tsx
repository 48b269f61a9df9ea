/**
 * What is left when nothing works: plain markup and its own style sheet, so that it shows without
 * the network and whatever became of the rest of the page.
 */
import { type ReactElement, useEffect, useState } from 'react';
import type { Observable } from 'rxjs';
import { i18n } from '../i18n';
import { insertStyle } from '../csp_nonce';
import { FATAL_ERRORS_CSS } from './fatal_errors_css';
import type { FatalErrorInfo } from './types';
import { browserLog } from '../utils/browser_log';

export interface FatalErrorsScreenProps {
  /** Replays all errors so far. */
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
      <h1>
        {i18n.translate('core.fatalErrors.somethingWentWrongTitle', {
          defaultMessage: 'Something went wrong',
        })}
      </h1>
      <p>
        {i18n.translate('core.fatalErrors.tryRefreshingPageDescription', {
          defaultMessage:
            "Try refreshing the page. If that doesn't work, go back to the previous page or clear your session data.",
        })}
      </p>
      <p className="coreFatalErrors__actions">
        <button type="button" data-test-subj="clearSession" onClick={clearSession}>
          {i18n.translate('core.fatalErrors.clearYourSessionButtonLabel', {
            defaultMessage: 'Clear your session',
          })}
        </button>
        <button type="button" data-test-subj="goBack" onClick={() => win.history.back()}>
          {i18n.translate('core.fatalErrors.goBackButtonLabel', { defaultMessage: 'Go back' })}
        </button>
      </p>
      {errors.map(({ message, stack }, index) => (
        <section className="coreFatalErrors__error" key={index} role="alert">
          <h2>{message}</h2>
          {/* Reachable by keyboard, since it may scroll. */}
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

/** A browser may forbid storage altogether; then there is nothing to clear. */
function clear(getStorage: () => Storage): void {
  try {
    getStorage().clear();
  } catch (error) {
    browserLog.error('Browser storage cannot be cleared.', error);
  }
}
