import type { ComponentType, ReactNode } from 'react';

/** A text for translation. */
export interface TranslateOptions {
  /** English, in ICU MessageFormat; a literal, so that `npm run i18n` finds it. */
  readonly defaultMessage: string;
  /** For the placeholders of the text. */
  readonly values?: Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
  /** For translators. */
  readonly description?: string;
}

/** Translations for React trees of one's own; `renderApp` and `CoreContext` include them. */
export interface I18nStart {
  /** Provides translations (ours and the design system's) to a React tree. */
  readonly Context: ComponentType<{ children: ReactNode }>;
}
