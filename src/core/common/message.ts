/** A text for people as data: made where the fact is known, translated where the language is. */
export interface Message {
  /** Dotted and permanent, e.g. `core.settings.darkMode.name`. */
  readonly id: string;
  /** English, in ICU MessageFormat. */
  readonly defaultMessage: string;
  /** For the placeholders of the text. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/**
 * Plain strings stand as they are in every language: names, and texts of plugins that do not
 * translate.
 */
export type Text = string | Message;

/**
 * A message that is translated later: on the server, or in `common` for both sides. `npm run i18n`
 * collects these calls like those of `i18n.translate`, so the id and the default are literals.
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
