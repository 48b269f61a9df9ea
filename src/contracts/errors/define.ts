/**
 * Errors as data: a permanent code, the status, the English text and its parameters. The code is
 * also the id of the translations. A response contains the English text in `message`, and code and
 * parameters in `attributes`; screens show the translated text of the code.
 */
export interface ErrorDefinition {
  /** Dotted and permanent. The first part names the owner of its translations. */
  readonly code: ErrorCode;
  readonly status: number;
  /** ICU MessageFormat with plain `{name}` parameters. An apostrophe is doubled. */
  readonly defaultMessage: string;
}

declare const catalogued: unique symbol;
/** A code from a catalog. Only `defineError` can create one, so that every code is in a catalog. */
export type ErrorCode = string & { readonly [catalogued]: true };

export type ErrorParams = Readonly<Record<string, string | number>>;

/** Attributes of an error in a response, besides the text. */
export interface ErrorAttributes {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** `npm run i18n` collects these calls, so code and text must be literals. */
export const defineError = (
  code: string,
  { status, defaultMessage }: Omit<ErrorDefinition, 'code'>
): ErrorDefinition => Object.freeze({ code: code as ErrorCode, status, defaultMessage });

const PARAMETER = /\{(\w+)\}/;

/** The English text. */
export const englishText = (
  { defaultMessage }: Pick<ErrorDefinition, 'defaultMessage'>,
  params: ErrorParams = {}
): string =>
  defaultMessage
    .split(PARAMETER)
    .map((part, index) =>
      index % 2 === 0
        ? part.replaceAll("''", "'")
        : String(Object.hasOwn(params, part) ? params[part] : `{${part}}`)
    )
    .join('');

export const getAttributes = (
  { code }: ErrorDefinition,
  params: ErrorParams = {}
): ErrorAttributes => ({ code, ...(Object.keys(params).length > 0 && { params }) });

/** The content of an error response, besides its status. */
export interface ErrorBody {
  /** One English sentence for users: what was wrong and what to do. */
  readonly message: string;
  /** Data for programs. Screens use the code to translate the text. */
  readonly attributes: ErrorAttributes & Readonly<Record<string, unknown>>;
}

/**
 * The body of an error response: text, code and parameters.
 * @param more - additional attributes
 */
export const errorBody = (
  error: ErrorDefinition,
  params?: ErrorParams,
  more: Readonly<Record<string, unknown>> = {}
): ErrorBody => ({
  message: englishText(error, params),
  attributes: { ...more, ...getAttributes(error, params) },
});

/** Thrown to respond with an error of a catalog. */
export class CodedError extends Error {
  readonly code: string;
  readonly statusCode: number;

  constructor(
    readonly definition: ErrorDefinition,
    readonly params: ErrorParams = {}
  ) {
    super(englishText(definition, params));
    this.code = definition.code;
    this.statusCode = definition.status;
  }

  /** For the response, besides the text. */
  get attributes(): ErrorAttributes {
    return getAttributes(this.definition, this.params);
  }
}

/** Longer texts are not searched, because they quote the request. */
const MAX_RECOGNISED_LENGTH = 4_000;

/**
 * Recognizes errors of a catalog by their English texts, for responses without codes, such as those
 * of a cluster. Takes linear time in the length of any text.
 */
export function recogniser(
  errors: readonly ErrorDefinition[]
): (status: number, message: string) => ErrorAttributes | undefined {
  const known = errors.map((error) => {
    const parts = error.defaultMessage.split(PARAMETER);
    return {
      error,
      literals: parts
        .filter((_part, index) => index % 2 === 0)
        .map((part) => part.replaceAll("''", "'")),
      names: parts.filter((_part, index) => index % 2 === 1),
    };
  });
  return (status, message) => {
    if (message.length > MAX_RECOGNISED_LENGTH) return undefined;
    for (const { error, literals, names } of known) {
      if (error.status !== status) continue;
      const values = valuesIn(message, literals);
      if (values)
        return getAttributes(
          error,
          Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
        );
    }
    return undefined;
  };
}

/**
 * The texts between the literals. The message must begin with the first and end with the last
 * literal.
 */
function valuesIn(message: string, literals: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = literals;
  const last = rest.pop();
  if (last === undefined) return message === first ? [] : undefined;
  if (!message.startsWith(first)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const literal of rest) {
    const at = message.indexOf(literal, from);
    if (at < 0) return undefined;
    values.push(message.slice(from, at));
    from = at + literal.length;
  }
  if (message.length - last.length < from || !message.endsWith(last)) return undefined;
  return [...values, message.slice(from, message.length - last.length)];
}
