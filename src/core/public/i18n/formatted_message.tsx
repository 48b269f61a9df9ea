import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { formatMessage } from './translator';

export interface FormattedMessageProps {
  readonly id: string;
  readonly defaultMessage: string;
  /** May include React nodes. A function renders the text between `<name>` and `</name>`. */
  readonly values?: Readonly<
    Record<string, ReactNode | Date | ((chunks: ReactNode[]) => ReactNode)>
  >;
  /** For translators. */
  readonly description?: string;
}

/** A translated message that may contain React nodes. */
export function FormattedMessage({
  id,
  defaultMessage,
  values = {},
}: FormattedMessageProps): ReactElement {
  const chunks = formatMessage<ReactNode>(id, defaultMessage, withKeyedTags(values));
  // Chunks that are spread as arguments need no keys.
  return createElement(Fragment, null, ...chunks);
}

/** Children of a tag are passed as an array, for which React requires keys. */
function withKeyedTags(
  values: NonNullable<FormattedMessageProps['values']>
): Readonly<Record<string, unknown>> {
  const isPlain = Object.values(values).every((value) => typeof value !== 'function');
  if (isPlain) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (chunks: ReactNode[]) =>
            value(chunks.map((chunk, key) => createElement(Fragment, { key }, chunk)))
        : value,
    ])
  );
}
