import { lazy, type ReactElement } from 'react';
import { browserLog } from '../../utils/browser_log';

/** Fallback: the text is readable without the renderer. */
const PlainText = ({ children }: { readonly children: string }): ReactElement => <p>{children}</p>;

/** Markdown without HTML, in its own chunk. Suspends while it loads. */
export const Markdown = lazy(() =>
  import('./markdown').then(
    ({ Markdown: component }) => ({ default: component }),
    (error: unknown) => {
      browserLog.error(error);
      return { default: PlainText };
    }
  )
);
