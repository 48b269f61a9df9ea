import { EuiGlobalStyles } from '@elastic/eui';
import { createRoot, type Root } from 'react-dom/client';
import { insertStyle } from '../csp_nonce';
import { CoreContext } from '../theme/core_context';
import { CORE_CSS } from './core_css';
import { Shell, type ShellProps } from './shell';

export interface RenderingStartDeps extends ShellProps {
  readonly targetDomElement: HTMLElement;
}

/** Draws the shell in one React tree (docs/reference/core.md#page-frame). */
export class RenderingService {
  private root?: Root;

  start({ targetDomElement, ...shell }: RenderingStartDeps): void {
    insertStyle('coreCss', CORE_CSS);
    this.root = createRoot(targetDomElement);
    this.root.render(
      <CoreContext>
        <EuiGlobalStyles />
        <Shell {...shell} />
      </CoreContext>
    );
  }

  stop(): void {
    const { root } = this;
    this.root = undefined;
    // Stopping may be the answer to an error from inside this very tree, which React is drawing.
    queueMicrotask(() => root?.unmount());
  }
}
