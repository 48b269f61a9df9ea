import { lazy, type ReactElement } from 'react';
import { browserLog } from '../../utils/browser_log';

/** Without its code the text is readable all the same. */
const PlainText = ({ children }: { readonly children: string }): ReactElement => <p>{children}</p>;

/** Markdown without HTML, in a chunk of its own; suspends while it is on its way. */
export const Markdown = lazy(() =>
  import('./markdown').then(
    ({ Markdown: component }) => ({ default: component }),
    (error: unknown) => {
      browserLog.error(error);
      return { default: PlainText };
    }
  )
);
