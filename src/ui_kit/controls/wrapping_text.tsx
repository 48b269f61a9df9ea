/** Long names in limited space. */
import { Fragment, type ReactElement } from 'react';

/**
 * A name that may wrap after `/`, `:`, `_`, `.`, `-` and `@` before it breaks inside a word, as in
 * elements with `overflowWrap: 'anywhere'`. Copied and announced text is unchanged.
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
