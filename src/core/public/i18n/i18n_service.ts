import { I18nContext } from './i18n_context';
import type { I18nStart } from './types';

/**
 * Exposes the provider of docs/reference/core.md#doc-links-and-translations. Translations are
 * loaded at bootstrap.
 */
export class I18nService {
  start(): I18nStart {
    return { Context: I18nContext };
  }

  stop(): void {}
}
