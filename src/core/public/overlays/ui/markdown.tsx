/**
 * Markdown without HTML: the design system's renderer drops it and lets through http, https and
 * mailto links only.
 */
import { EuiMarkdownFormat } from '@elastic/eui';
import type { ReactElement } from 'react';

export function Markdown({ children }: { readonly children: string }): ReactElement {
  return <EuiMarkdownFormat textSize="s">{children}</EuiMarkdownFormat>;
}
