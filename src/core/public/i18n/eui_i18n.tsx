/**
 * The design system's own texts in the page's language, if that is not English, which EUI speaks by
 * itself.
 *
 * The translations carry EUI's tokens under their own names (`euiBasicTable.selectAllRows`).
 */
import { EuiContext } from '@elastic/eui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { hasComplexSyntax } from './simple_format';
import { getTranslations, i18n } from './translator';

type Mapping = NonNullable<NonNullable<ComponentProps<typeof EuiContext>['i18n']>['mapping']>;

let mapping: Mapping | undefined;

function euiMapping(): Mapping {
  mapping ??= Object.fromEntries(
    Object.entries(getTranslations().messages)
      .filter(([token]) => /^eui[A-Z]\w*\./.test(token))
      .map(([token, message]) => [token, asEuiText(token, message)])
  );
  return mapping;
}

/** EUI puts plain values in by itself; plurals are functions to it. */
const asEuiText = (token: string, message: string): Mapping[string] =>
  hasComplexSyntax(message)
    ? (values: object) =>
        i18n.translateMessage({ id: token, defaultMessage: message }, { ...values })
    : message.replaceAll("''", "'");

export function EuiI18n({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <EuiContext i18n={{ mapping: euiMapping(), locale: getTranslations().locale }}>
      {children}
    </EuiContext>
  );
}
