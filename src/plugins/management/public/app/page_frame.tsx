/** Heading of a page; breadcrumbs and document title go with it. */
import { EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react';
import { i18n, type ChromeBreadcrumb, type CoreStart, type GuardedHistory } from '@sd/core/public';
import { linkTo } from './link';

/** What every page of the app is given. */
export interface FrameProps {
  readonly core: CoreStart;
  readonly history: GuardedHistory;
  /** Whether the heading takes the focus: the page was reached from another one of the app. */
  readonly takesFocus: boolean;
}

export interface PageHeadingProps extends FrameProps {
  readonly title: string;
  readonly description?: string;
  /** The landing page itself has no crumb but the app's. */
  readonly isRoot?: boolean;
  readonly crumbs?: readonly ChromeBreadcrumb[];
}

const NO_CRUMBS: readonly ChromeBreadcrumb[] = [];

export function PageHeading({
  core,
  history,
  takesFocus,
  title,
  description,
  isRoot = false,
  crumbs = NO_CRUMBS,
}: PageHeadingProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // Not later: after the app was left, its history makes no links any more.
  useLayoutEffect(() => {
    const app = i18n.translate('management.appTitle', { defaultMessage: 'Management' });
    const own = isRoot ? [] : [{ text: title }];
    core.chrome.setBreadcrumbs(
      isRoot ? [{ text: app }] : [{ text: app, ...linkTo(history, '/') }, ...own, ...crumbs]
    );
    core.chrome.docTitle.change([...own.map(({ text }) => text), app]);
  }, [core, history, title, isRoot, crumbs]);
  return (
    <header>
      <EuiTitle size="l">
        <h1 ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere', outlineOffset: 4 }}>
          {title}
        </h1>
      </EuiTitle>
      {description !== undefined && (
        <>
          <EuiSpacer size="s" />
          <EuiText size="s" color="subdued" style={{ maxWidth: '90ch' }}>
            <p>{description}</p>
          </EuiText>
        </>
      )}
      <EuiSpacer size="m" />
    </header>
  );
}
