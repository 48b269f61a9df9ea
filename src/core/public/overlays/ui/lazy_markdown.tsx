import { lazy, type ReactElement } from 'react';
import { browserLog } from '../../utils/browser_log';
import type { MarkdownDocumentProps } from './markdown';

/** Fallback: the text is readable without the renderer. */
const PlainText = ({ children }: { readonly children: string }): ReactElement => <p>{children}</p>;
const PlainDocument = ({ children }: MarkdownDocumentProps): ReactElement => (
  <pre style={{ whiteSpace: 'pre-wrap' }}>{children}</pre>
);

const orFallback =
  <P,>(fallback: (props: P) => ReactElement) =>
  (error: unknown) => {
    browserLog.error(error);
    return { default: fallback };
  };

/** Markdown without HTML, in its own chunk. Suspends while it loads. */
export const Markdown = lazy(() =>
  import('./markdown').then(
    ({ Markdown: component }) => ({ default: component }),
    orFallback(PlainText)
  )
);
/** The same for a document that links to others. */
export const MarkdownDocument = lazy(() =>
  import('./markdown').then(
    ({ MarkdownDocument: component }) => ({ default: component }),
    orFallback(PlainDocument)
  )
);
