import { EuiContext } from '@elastic/eui';
import {
  type ComponentProps,
  type ComponentType,
  Fragment,
  type ReactElement,
  type ReactNode,
} from 'react';
import { hasComplexSyntax } from './simple_format';
import { getTranslations, i18n } from './translator';

/**
 * The design system's own texts in the page's language, unless that is English, EUI's default.
 *
 * The translations contain EUI's tokens under their own names (`euiBasicTable.selectAllRows`).
 */
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

/** EUI fills in plain values itself, but expects functions for plurals. */
const asEuiText = (token: string, message: string): Mapping[string] =>
  hasComplexSyntax(message)
    ? (values: object) =>
        i18n.translateMessage({ id: token, defaultMessage: message }, { ...values })
    : message.replaceAll("''", "'");

function EuiI18n({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <EuiContext i18n={{ mapping: euiMapping(), locale: getTranslations().locale }}>
      {children}
    </EuiContext>
  );
}

interface ContextProps {
  readonly children: ReactNode;
}

let EuiTexts: ComponentType<ContextProps> = Fragment;

/**
 * Provides the design system's texts in the page's language, if needed. Call it before anything
 * renders, so that no React tree changes its shape later.
 */
export function provideDesignSystemTexts(): void {
  EuiTexts = /^en\b/i.test(getTranslations().locale) ? Fragment : EuiI18n;
}

/**
 * The product's own messages need no provider (translator.ts), so this one provides only those of
 * the design system.
 */
export function I18nContext({ children }: ContextProps): ReactElement {
  return <EuiTexts>{children}</EuiTexts>;
}
