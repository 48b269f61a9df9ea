/**
 * Confines rendering errors to a page, with a way to continue. The most common cause is a bundle
 * that an upgraded server no longer has.
 */
import { Component, type ReactNode } from 'react';
import { PageFailure, type PageFailureProps } from './page_failure';

/** Props of {@link PageBoundary}. */
export interface PageBoundaryProps extends Pick<PageFailureProps, 'headingLevel'> {
  /** Identifies the content; after a failure, a new value renders the page again. */
  readonly resetKey: unknown;
  /** The page. */
  readonly children: ReactNode;
  /** Reloads the whole page. */
  readonly reloadPage?: () => void;
}

interface State {
  readonly error?: unknown;
}

/** Shows {@link PageFailure} if its children throw during rendering. */
export class PageBoundary extends Component<PageBoundaryProps, State> {
  /** The error that is shown, if any. */
  override state: State = {};

  /** Called by React with the error of a child. */
  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown.') };
  }

  /** Renders the page again if `resetKey` has changed. */
  override componentDidUpdate({ resetKey }: PageBoundaryProps): void {
    if (this.state.error !== undefined && resetKey !== this.props.resetKey)
      this.setState({ error: undefined });
  }

  /** Renders the children, or the error message. */
  override render(): ReactNode {
    const { children, headingLevel, reloadPage = () => window.location.reload() } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return <PageFailure error={error} onReload={reloadPage} headingLevel={headingLevel} />;
  }
}
