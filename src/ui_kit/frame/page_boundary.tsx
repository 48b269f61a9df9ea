/**
 * Keeps what fails in drawing a page inside that page: navigation stays, and the failure is told with a way on. A bundle
 * that does not arrive is the common case: after an upgrade the files of an open tab are gone from the server.
 */
import { Component, type ReactNode } from 'react';
import { PageFailure } from './page_failure';

export interface PageBoundaryProps {
  /** What is shown; after a failure another value tries again. */
  readonly resetKey: unknown;
  readonly children: ReactNode;
  /** Loads the whole page again. */
  readonly reloadPage?: () => void;
}

interface State {
  readonly error?: unknown;
}

export class PageBoundary extends Component<PageBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Nothing was thrown.') };
  }

  override componentDidUpdate({ resetKey }: PageBoundaryProps): void {
    if (this.state.error !== undefined && resetKey !== this.props.resetKey)
      this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { children, reloadPage = () => window.location.reload() } = this.props;
    const { error } = this.state;
    return error === undefined ? children : <PageFailure error={error} onReload={reloadPage} />;
  }
}
