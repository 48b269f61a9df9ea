/**
 * The last resort: records errors that the page cannot go on after and shows the fatal screen.
 *
 * Source: docs/reference/core.md#fatal-errors; specification sections 2.6, 4 and 8.
 */
import { createRoot } from 'react-dom/client';
import { type Observable, ReplaySubject, take } from 'rxjs';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import { getErrorInfo } from './error_info';
import { FatalErrorsScreen } from './fatal_errors_screen';
import type { FatalErrorInfo, FatalErrorsSetup, FatalErrorsStart } from './types';
import { browserLog } from '../utils/browser_log';

export interface FatalErrorsSetupDeps {
  readonly injectedMetadata: InjectedMetadataSetup;
}

export class FatalErrorsService {
  private readonly errorInfo$ = new ReplaySubject<FatalErrorInfo>();
  private contract?: FatalErrorsSetup;

  /** @param onFirstError - stops the core, so that nothing draws over the screen */
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

  /** Not part of the core's stop: the screen must outlive it. */
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
