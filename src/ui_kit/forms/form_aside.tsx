/** Part of a form that stands beside its fields in wide windows. */
import { insertStyle } from '@sd/core/public';
import { type ReactElement, type ReactNode, useInsertionEffect } from 'react';

/** Props of {@link FormAside}. */
export interface FormAsideProps {
  /** What the fields lead to, for example who gains access. */
  readonly children: ReactNode;
}

/**
 * Below the fields, or beside them where the page of the form has room for both. Not for forms with
 * a wide panel.
 */
export function FormAside({ children }: FormAsideProps): ReactElement {
  useInsertionEffect(() => {
    if (!document.getElementById(ID)) insertStyle(ID, CSS);
  }, []);
  return (
    <div className={ID}>
      <div>{children}</div>
    </div>
  );
}

const ID = 'sdFormAside';

/** The column of the fields has 800 px, and the bar of the app 48 px. */
const CSS = `
@container (min-width: 1200px) {
  .sdFormAside { position: absolute; inset-block: 0; inset-inline-start: calc(100% + 16px);
    inline-size: min(520px, calc(100cqi - 816px)); }
  .sdFormAside > div { position: sticky; inset-block-start: 48px; max-block-size: calc(100vh - 56px);
    overflow-y: auto; }
}
`;
