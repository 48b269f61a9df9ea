import type { ComponentType, ReactNode } from 'react';

/** A translatable text. */
export interface TranslateOptions {
  /** English, in ICU MessageFormat; a literal, so that `npm run i18n` finds it. */
  readonly defaultMessage: string;
  /** Values of the text's placeholders. */
  readonly values?: Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
  /** For translators. */
  readonly description?: string;
}

/** Translations for custom React trees; `renderApp` and `CoreContext` include them. */
export interface I18nStart {
  /** Provides translations (the product's and the design system's) to a React tree. */
  readonly Context: ComponentType<{ children: ReactNode }>;
}
