import type { ComponentType, ReactNode } from 'react';

export interface TranslateOptions {
  readonly defaultMessage: string;
  readonly values?: Readonly<Record<string, string | number | boolean | Date | null | undefined>>;
  /** For translators. */
  readonly description?: string;
}
export interface I18nStart {
  /** Provides translations (ours and the design system's) to a React tree. */
  readonly Context: ComponentType<{ children: ReactNode }>;
}
