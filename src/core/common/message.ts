/** A text as data: created where the fact is known, translated where the language is known. */
export interface Message {
  /** Dotted and permanent, e.g. `core.settings.darkMode.name`. */
  readonly id: string;
  /** English, in ICU MessageFormat. */
  readonly defaultMessage: string;
  /** Values of the text's placeholders. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/**
 * Plain strings are shown unchanged in every language: names, and texts of untranslated plugins.
 */
export type Text = string | Message;

/**
 * Declares a message that is translated later: on the server, or in `common` for both sides. `npm
 * run i18n` collects these calls like those of `i18n.translate`, so the id and the default must be
 * literals.
 */
export const defineMessage = (
  id: string,
  {
    defaultMessage,
    values,
  }: {
    readonly defaultMessage: string;
    readonly values?: Message['values'];
    /** For translators. */
    readonly description?: string;
  }
): Message => ({ id, defaultMessage, ...(values && { values }) });
