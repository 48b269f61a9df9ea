/**
 * The place of one app: spinner while it mounts, the app, or the not-found screen.
 *
 * Source: docs/reference/core.md#app-container; specification sections 2.6 and 4 ("Application
 * container").
 */
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n';
import type { CurrentApp } from '../current_app';
import type { ScopedHistory } from '../scoped_history';
import { type App, AppStatus } from '../types';
import { AppNotFound } from './app_not_found';
import { AppNotLoaded } from './app_not_loaded';
import { startAppMount } from './mount_app';
import { focusMainRegion } from './focus_main_region';

export interface AppContainerProps {
  readonly appId: string;
  /** Absent when no app is registered at this address. */
  readonly app: App | undefined;
  /** The app's route, without base path. */
  readonly appPath: string;
  readonly appStatus: AppStatus | undefined;
  readonly basePath: string;
  readonly createScopedHistory: (appPath: string) => ScopedHistory;
  readonly current: Pick<CurrentApp, 'setLeaveHandler' | 'setActionMenu' | 'forget'>;
  /** Awaited before an app mounts that is not chromeless. */
  readonly prepareShell: () => Promise<void>;
  readonly setIsMounting: (isMounting: boolean) => void;
}

export function AppContainer(props: AppContainerProps): ReactElement {
  const { appId, app, appPath, appStatus, basePath, current } = props;
  const { createScopedHistory, prepareShell, setIsMounting } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isMounting, setMounting] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const mountableApp = appStatus === AppStatus.accessible ? app : undefined;

  // These belong to the page, not to the visit: a new identity must not mount the app again.
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
      {mountableApp === undefined && <AppNotFound basePath={basePath} />}
      {mountableApp !== undefined && hasFailed && <AppNotLoaded />}
      {mountableApp !== undefined && isMounting && (
        <div className="appContainer__loading">
          <span
            className="appContainer__spinner essentialAnimation"
            role="progressbar"
            aria-label={i18n.translate('core.application.appContainer.loadingAriaLabel', {
              defaultMessage: 'Loading application',
            })}
          />
        </div>
      )}
      <div className="appContainer__app" ref={element} />
    </>
  );
}
