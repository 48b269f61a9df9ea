/**
 * The design system's own texts in the page's language. A chunk of its own, loaded before the core
 * is set up and only for languages other than English, which EUI speaks by itself.
 *
 * The translations carry EUI's tokens under their own names (`euiBasicTable.selectAllRows`).
 */
import { EuiContext } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { getTranslations } from './translator';

let mapping: Record<string, string> | undefined;

function euiMapping(): Record<string, string> {
  mapping ??= Object.fromEntries(
    Object.entries(getTranslations().messages).filter(([id]) => /^eui[A-Z]\w*\./.test(id))
  );
  return mapping;
}

export function EuiI18n({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <EuiContext i18n={{ mapping: euiMapping(), locale: getTranslations().locale }}>
      {children}
    </EuiContext>
  );
}
