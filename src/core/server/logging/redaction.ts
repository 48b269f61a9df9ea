/** Keeps secrets out of the log: by the name of the field, at any depth, and inside URLs. */

const REDACTED = '[redacted]';

const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(password|passphrase|secret|token|credentials?|hash)|key|sid|sessionid|session_id|jwt|rawbody)$/i;
const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** A copy that is safe to write: no secrets, no cycles, bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
  const result: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value).slice(0, MAX_ITEMS)) {
    result[name] =
      SECRET_NAME.test(name) && child !== undefined ? REDACTED : redact(child, depth + 1);
  }
  return result;
}

/** Credentials in URLs, authorization values, and query values. */
export function redactText(text: string): string {
  if (!/[@?]|basic |bearer /i.test(text)) return text;
  return text
    .replace(/(\w+:\/\/)[^/\s@]+@/g, `$1${REDACTED}@`)
    .replace(/\b(basic|bearer)\s+[A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${REDACTED}`)
    .replace(
      /([?&](?:[^=&\s]*(?:password|token|secret|authorization|code|jwt|sid)[^=&\s]*)=)[^&\s]+/gi,
      `$1${REDACTED}`
    );
}

const describeError = (error: Error): Record<string, unknown> => ({
  name: error.name,
  message: redactText(error.message),
  stack: error.stack && redactText(error.stack),
  ...('code' in error ? { code: String(error.code) } : {}),
  ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
});
