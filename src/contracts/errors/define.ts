/**
 * Errors as data: a permanent code, the status, the English text and its parameters. The code is
 * also the id under which translations hold the text. On the wire the English text stands in
 * `message`, code and parameters in `attributes`; a screen shows the text of the code in its own
 * language.
 */
export interface ErrorDefinition {
  /** Dotted and permanent; the first part is the owner of its translations. */
  readonly code: ErrorCode;
  readonly status: number;
  /** ICU MessageFormat with plain `{name}` parameters; an apostrophe is written twice. */
  readonly defaultMessage: string;
}

declare const catalogued: unique symbol;
/** A code that a catalogue has: `defineError` alone makes one, so no error goes without. */
export type ErrorCode = string & { readonly [catalogued]: true };

export type ErrorParams = Readonly<Record<string, string | number>>;

/** What an answer says of its error beside the text. */
export interface ErrorAttributes {
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
}

/** `npm run i18n` collects these calls, so code and text are literals. */
export const defineError = (
  code: string,
  { status, defaultMessage }: Omit<ErrorDefinition, 'code'>
): ErrorDefinition => Object.freeze({ code: code as ErrorCode, status, defaultMessage });

const PARAMETER = /\{(\w+)\}/;

/** The English text. */
export const englishText = (
  { defaultMessage }: ErrorDefinition,
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

export const attributesOf = (
  { code }: ErrorDefinition,
  params: ErrorParams = {}
): ErrorAttributes => ({ code, ...(Object.keys(params).length > 0 && { params }) });

/** What an error says besides its status. */
export interface ErrorBody {
  /** One sentence for people, in English: what was wrong and what to do. */
  readonly message: string;
  /** Data for programs; by the code screens say it in the language of the page. */
  readonly attributes: ErrorAttributes & Readonly<Record<string, unknown>>;
}

/**
 * Body of an error answer: text, code and parameters.
 * @param more - what programs are told besides
 */
export const errorBody = (
  error: ErrorDefinition,
  params?: ErrorParams,
  more: Readonly<Record<string, unknown>> = {}
): ErrorBody => ({
  message: englishText(error, params),
  attributes: { ...more, ...attributesOf(error, params) },
});

/** An error of a catalogue on its way to the answer. */
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

  /** Beside the text of the answer. */
  get attributes(): ErrorAttributes {
    return attributesOf(this.definition, this.params);
  }
}

/** Longer texts quote what was sent; nobody looks through them. */
const MAX_RECOGNISED_LENGTH = 4_000;

/**
 * Tells the errors of a catalogue by their English texts: for answers of somebody who sends no
 * codes, a cluster for instance. Time grows with the length of the text, whatever it says.
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
        return attributesOf(
          error,
          Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
        );
    }
    return undefined;
  };
}

/** What stands between the literals; the first one begins the text, the last one ends it. */
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
