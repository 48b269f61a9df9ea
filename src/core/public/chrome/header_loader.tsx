/**
 * The place of the header in the page. Draws nothing itself but a thin loading bar while the header is hidden;
 * the header's code is downloaded when it first shows, its height kept free meanwhile.
 */
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import type { Observable } from 'rxjs';
import { i18n } from '../i18n';
import { useObservable } from '../utils';
import type { HeaderProps } from './header_props';
import { LoadingBar } from './loading_bar';
import { browserLog } from '../utils/browser_log';

/** Two bars of the design system's header height. */
export const HEADER_HEIGHT_PX = 96;

export interface HeaderLoaderProps {
  readonly isVisible$: Observable<boolean>;
  readonly loadingCount$: Observable<number>;
  readonly headerProps: HeaderProps;
}

type HeaderState = { readonly Header: ComponentType<HeaderProps> } | 'loading' | 'failed';

export function HeaderLoader({
  isVisible$,
  loadingCount$,
  headerProps,
}: HeaderLoaderProps): ReactElement {
  const isVisible = useObservable(isVisible$, false);
  const header = useHeader(isVisible);

  if (!isVisible) return <LoadingBar loadingCount$={loadingCount$} />;
  return (
    <div style={{ blockSize: HEADER_HEIGHT_PX }} data-test-subj="headerArea">
      {typeof header === 'object' && <header.Header {...headerProps} />}
      {header === 'failed' && (
        <HeaderFailure homeUrl={headerProps.application.getUrlForApp('home')} />
      )}
    </div>
  );
}

/** After a failed download the next change from hidden to visible tries again. */
function useHeader(isNeeded: boolean): HeaderState {
  const [header, setHeader] = useState<HeaderState>('loading');
  const isLoaded = typeof header === 'object';
  useEffect(() => {
    if (!isNeeded || isLoaded) return undefined;
    let isCurrent = true;
    setHeader('loading');
    import('./header/header').then(
      ({ Header }) => {
        if (isCurrent) setHeader({ Header });
      },
      (error: unknown) => {
        browserLog.error(error);
        if (isCurrent) setHeader('failed');
      }
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, isLoaded]);
  return header;
}

function HeaderFailure({ homeUrl }: { readonly homeUrl: string }): ReactElement {
  return (
    <p role="alert" style={{ padding: 16 }}>
      {i18n.translate('core.chrome.headerFailed', {
        defaultMessage: 'The navigation could not be loaded. Reload the page to try again.',
      })}{' '}
      <a href={homeUrl}>{i18n.translate('core.chrome.homeLinkText', { defaultMessage: 'Home' })}</a>
    </p>
  );
}
