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
 * The design system's own texts in the page's language, if that is not English, which EUI speaks by
 * itself.
 *
 * The translations carry EUI's tokens under their own names (`euiBasicTable.selectAllRows`).
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

/** EUI puts plain values in by itself; plurals are functions to it. */
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
 * Gives the design system the texts of the page's language, if they are not its own. To be called
 * before anything renders, so that no tree changes its shape afterwards.
 */
export function provideDesignSystemTexts(): void {
  EuiTexts = /^en\b/i.test(getTranslations().locale) ? Fragment : EuiI18n;
}

/**
 * Our own messages need no provider (translator.ts), so only the design system's are provided here.
 */
export function I18nContext({ children }: ContextProps): ReactElement {
  return <EuiTexts>{children}</EuiTexts>;
}
