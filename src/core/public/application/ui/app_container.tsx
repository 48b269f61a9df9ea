/** Container of one app: shows a spinner while it mounts, then the app or the not-found screen. */
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../i18n';
import { AppNotFound, WarningSign } from './app_not_found';
import { type App, AppStatus, type AppUnmount } from '../types';
import { browserLog } from '../../utils/browser_log';
import type { CurrentApp } from '../current_app';
import type { ScopedHistory } from '../scoped_history';
import { focusMainRegion } from './focus_main_region';

/**
 * Shown when an app failed to mount, most often because a script did not load: after an upgrade the
 * server no longer has the scripts of an open tab. Uses plain markup, because further scripts may
 * fail too.
 */
function AppNotLoaded(): ReactElement {
  return (
    <section className="appNotFound" role="alert" data-test-subj="appNotLoaded">
      <WarningSign />
      <h1>{t('core.application.appNotLoaded.title', "Couldn't load the application")}</h1>
      <p>
        {t(
          'core.application.appNotLoaded.text',
          'Part of it could not be loaded. The server may have been updated, or the connection was interrupted. Reload the page to try again.'
        )}
      </p>
      <p>
        <a href={window.location.href} onClick={reload}>
          {t('core.application.appNotLoaded.reload', 'Reload page')}
        </a>
      </p>
    </section>
  );
}

/** A link to the current URL with a fragment would not reload the page. */
function reload(event: { preventDefault(): void }): void {
  event.preventDefault();
  window.location.reload();
}

interface AppVisitOptions {
  readonly prepare: () => Promise<void>;
  readonly mount: () => AppUnmount | Promise<AppUnmount>;
  /**
   * Called when the app has mounted or failed to mount, unless the user has left. @param error -
   * the cause of a failure
   */
  readonly onSettled: (error?: unknown) => void;
}

/**
 * One visit to an app, from mount to unmount. A failed mount is logged. An unmount function that
 * arrives after the user has left is called immediately.
 *
 * Mount and unmount run in order and outside React's rendering: apps create and remove React roots
 * in them, which React forbids during a commit.
 * @returns a function that leaves the app
 */
function startAppMount({ prepare, mount, onSettled }: AppVisitOptions): () => void {
  let hasLeft = false;
  let unmount: AppUnmount | undefined;

  const enter = async () => {
    await prepare().catch(logError);
    if (hasLeft) return;
    const result = await mount();
    if (hasLeft) result();
    else unmount = result;
  };

  enter()
    .then(
      () => {
        if (!hasLeft) onSettled();
      },
      (error: unknown) => {
        // Leaving an app while it loads removes its history. Errors after that are irrelevant.
        if (hasLeft) return;
        logError(error);
        onSettled(error ?? new Error('The app could not be mounted.'));
      }
    )
    .catch(logError);

  return () => {
    hasLeft = true;
    if (unmount === undefined) return;
    const leave = unmount;
    unmount = undefined;
    queueMicrotask(() => {
      try {
        leave();
      } catch (error) {
        logError(error);
      }
    });
  };
}

function logError(error: unknown): void {
  browserLog.error(error);
}

interface AppContainerProps {
  readonly appId: string;
  /** Absent if no app is registered at this URL. */
  readonly app: App | undefined;
  /** The app's route, without base path. */
  readonly appPath: string;
  readonly appStatus: AppStatus | undefined;
  readonly basePath: string;
  readonly administratorsUrl: string | undefined;
  readonly createScopedHistory: (appPath: string) => ScopedHistory;
  readonly current: Pick<CurrentApp, 'setLeaveHandler' | 'setActionMenu' | 'forget'>;
  /** Awaited before an app mounts, unless it is chromeless. */
  readonly prepareShell: () => Promise<void>;
  readonly setIsMounting: (isMounting: boolean) => void;
}

export function AppContainer(props: AppContainerProps): ReactElement {
  const { appId, app, appPath, appStatus, basePath, administratorsUrl, current } = props;
  const { createScopedHistory, prepareShell, setIsMounting } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isMounting, setMounting] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const mountableApp = appStatus === AppStatus.accessible ? app : undefined;

  // These belong to the page, not to the visit: a new identity must not remount the app.
  const latest = useRef({ createScopedHistory, current, prepareShell, setIsMounting });
  latest.current = { createScopedHistory, current, prepareShell, setIsMounting };

  useLayoutEffect(() => {
    if (mountableApp === undefined) {
      focusMainRegion(element.current);
      return undefined;
    }
    const page = latest.current;
    let hasLeft = false;
    let isPending = true;
    const settle = (error?: unknown) => {
      isPending = false;
      setMounting(false);
      setFailed(error !== undefined);
      page.setIsMounting(false);
      focusMainRegion(element.current);
    };
    setMounting(true);
    setFailed(false);
    page.setIsMounting(true);

    const leave = startAppMount({
      prepare: () => (mountableApp.chromeless === true ? Promise.resolve() : page.prepareShell()),
      mount: () =>
        mountableApp.mount({
          element: element.current!,
          history: page.createScopedHistory(appPath),
          appBasePath: `${basePath}${appPath}`,
          onAppLeave: (handler) => {
            if (!hasLeft) page.current.setLeaveHandler(appId, handler);
          },
          setHeaderActionMenu: (menu) => {
            if (!hasLeft) page.current.setActionMenu(appId, menu);
          },
        }),
      onSettled: settle,
    });
    return () => {
      hasLeft = true;
      leave();
      page.current.forget(appId);
      if (isPending) page.setIsMounting(false);
    };
  }, [appId, appPath, basePath, mountableApp]);

  return (
    <>
      {mountableApp === undefined && (
        <AppNotFound basePath={basePath} administratorsUrl={administratorsUrl} />
      )}
      {mountableApp !== undefined && hasFailed && <AppNotLoaded />}
      {mountableApp !== undefined && isMounting && (
        <div className="appContainer__loading">
          <span
            className="appContainer__spinner essentialAnimation"
            role="progressbar"
            aria-label={t('core.application.appContainer.loadingAriaLabel', 'Loading application')}
          />
        </div>
      )}
      <div className="appContainer__app" ref={element} />
    </>
  );
}
