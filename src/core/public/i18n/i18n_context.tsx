import { type ComponentType, Fragment, type ReactElement, type ReactNode } from 'react';
import { EuiI18n } from './eui_i18n';
import { getTranslations } from './translator';

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
