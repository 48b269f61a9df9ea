/** Markdown without HTML: the design system's renderer allows only http, https and mailto links. */
import { EuiMarkdownFormat } from '@elastic/eui';
import type { ReactElement } from 'react';

export function Markdown({ children }: { readonly children: string }): ReactElement {
  return <EuiMarkdownFormat textSize="s">{children}</EuiMarkdownFormat>;
}
