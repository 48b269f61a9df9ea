/**
 * Keeps what fails in drawing a page inside that page: navigation stays, and the failure is told
 * with a way on. A bundle that does not arrive is the common case: after an upgrade the files of an
 * open tab are gone from the server.
 */
import { Component, type ReactNode } from 'react';
import { PageFailure, type PageFailureProps } from './page_failure';

/** Props of {@link PageBoundary}. */
export interface PageBoundaryProps extends Pick<PageFailureProps, 'headingLevel'> {
  /** What is shown; after a failure another value tries again. */
  readonly resetKey: unknown;
  /** The page. */
  readonly children: ReactNode;
  /** Loads the whole page again. */
  readonly reloadPage?: () => void;
}

interface State {
  readonly error?: unknown;
}

/** Draws {@link PageFailure} in place of children that throw while they are drawn. */
export class PageBoundary extends Component<PageBoundaryProps, State> {
  /** The error that is shown, if any. */
  override state: State = {};

  /** Called by React with what a child has thrown. */
  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown.') };
  }

  /** Tries again when `resetKey` has changed. */
  override componentDidUpdate({ resetKey }: PageBoundaryProps): void {
    if (this.state.error !== undefined && resetKey !== this.props.resetKey)
      this.setState({ error: undefined });
  }

  /** The children, or what stands in for them. */
  override render(): ReactNode {
    const { children, headingLevel, reloadPage = () => window.location.reload() } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return <PageFailure error={error} onReload={reloadPage} headingLevel={headingLevel} />;
  }
}
