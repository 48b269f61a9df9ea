/** Long names in little room. */
import { Fragment, type ReactElement } from 'react';

/**
 * A name that may go on in the next line behind `/`, `:`, `_`, `.`, `-` and `@`, before it breaks
 * inside a word, as elements with `overflowWrap: 'anywhere'` do. What is read or copied stays.
 */
export function WrappingText({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(/(?<=[/:_.@-])(?=[^/:_.@*-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
