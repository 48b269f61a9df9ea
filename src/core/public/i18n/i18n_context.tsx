import { type ComponentType, Fragment, type ReactElement, type ReactNode } from 'react';
import { getTranslations } from './translator';

interface ContextProps {
  readonly children: ReactNode;
}

let EuiTexts: ComponentType<ContextProps> = Fragment;

/**
 * Loads the texts of the design system if the page's language needs them. To be awaited before
 * anything renders, so that no tree changes its shape afterwards.
 */
export async function loadDesignSystemTexts(): Promise<void> {
  if (!/^en\b/i.test(getTranslations().locale)) {
    EuiTexts = (await import('./eui_i18n')).EuiI18n;
  }
}

/**
 * Our own messages need no provider (translator.ts), so only the design system's are provided here.
 */
export function I18nContext({ children }: ContextProps): ReactElement {
  return <EuiTexts>{children}</EuiTexts>;
}
