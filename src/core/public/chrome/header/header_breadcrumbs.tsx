import { EuiHeaderBreadcrumbs } from '@elastic/eui';
import type { MouseEvent, ReactElement } from 'react';
import type { Observable } from 'rxjs';
import type { ApplicationStart } from '../../application/types';
import { ErrorBoundary, useObservable } from '../../utils';
import { isPlainLeftClick } from '../../utils/plain_click';
import type { ChromeBreadcrumb } from '../types';

/** Specification section 9. */
const MAX_BREADCRUMBS = 10;
const NO_BREADCRUMBS: ChromeBreadcrumb[] = [];

interface Navigation {
  readonly navigateToUrl: ApplicationStart['navigateToUrl'];
}

export interface HeaderBreadcrumbsProps extends Navigation {
  readonly appTitle$: Observable<string>;
  readonly breadcrumbs$: Observable<ChromeBreadcrumb[]>;
}

/** Where one is; the app's title while the app says nothing. */
export function HeaderBreadcrumbs({
  appTitle$,
  breadcrumbs$,
  navigateToUrl,
}: HeaderBreadcrumbsProps): ReactElement {
  const appTitle = useObservable(appTitle$, '');
  const breadcrumbs = useObservable(breadcrumbs$, NO_BREADCRUMBS);
  return (
    <ErrorBoundary resetKey={breadcrumbs}>
      <Breadcrumbs appTitle={appTitle} breadcrumbs={breadcrumbs} navigateToUrl={navigateToUrl} />
    </ErrorBoundary>
  );
}

interface BreadcrumbsProps extends Navigation {
  readonly appTitle: string;
  readonly breadcrumbs: ChromeBreadcrumb[];
}

function Breadcrumbs({ appTitle, breadcrumbs, navigateToUrl }: BreadcrumbsProps): ReactElement {
  const shown = breadcrumbs.length === 0 && appTitle !== '' ? [{ text: appTitle }] : breadcrumbs;
  const last = shown.length - 1;
  return (
    <EuiHeaderBreadcrumbs
      data-test-subj="breadcrumbs"
      max={MAX_BREADCRUMBS}
      breadcrumbs={shown.map((breadcrumb, index) => ({
        ...breadcrumb,
        onClick: breadcrumb.onClick ?? openInPage(breadcrumb, navigateToUrl),
        'data-test-subj': [
          'breadcrumb',
          breadcrumb['data-test-subj'],
          index === 0 && 'first',
          index === last && 'last',
        ]
          .filter(Boolean)
          .join(' '),
      }))}
    />
  );
}

/** Links of breadcrumbs stay in the page, as links of the drawer do. */
function openInPage(
  { href }: ChromeBreadcrumb,
  navigateToUrl: ApplicationStart['navigateToUrl']
): ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined {
  if (!href) return undefined;
  return (event) => {
    if (!isPlainLeftClick(event)) return;
    event.preventDefault();
    void navigateToUrl(href);
  };
}
