/** Formats log records as one line each: JSON for machines, text for terminals. */
/** Redacts secrets in log records: by field name at any depth, and inside URLs. */

const REDACTED = '[redacted]';

const SECRET_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|.*(password|passphrase|secret|token|credentials?|hash)|key|sid|sessionid|session_id|jwt|rawbody)$/i;
const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** Returns a copy that is safe to log: without secrets and cycles, and limited in size. */
function redact(value: unknown, depth = 0): unknown {
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

/** Redacts credentials in URLs, authorization values, and query values. */
function redactText(text: string): string {
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

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

interface LogRecord {
  readonly atMs: number;
  readonly level: LogLevel;
  readonly context: readonly string[];
  readonly message: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly error?: Error;
  readonly pid: number;
}

export type LogFormat = (record: LogRecord) => string;

/**
 * `type`, `@timestamp`, `tags`, `pid` and `message`, as log shippers for OpenSearch Dashboards
 * expect them.
 */
export const formatJson: LogFormat = ({ atMs, level, context, message, meta, error, pid }) => {
  const fixed = {
    type: meta?.['type'] ?? 'log',
    '@timestamp': new Date(atMs).toISOString(),
    tags: [level, ...context],
    pid,
    message: redactText(message),
    ...(error ? { error: redact(error) } : {}),
  };
  // Spread twice, so that these fields come first and cannot be overwritten by the caller's.
  return JSON.stringify(meta ? { ...fixed, ...(redact(meta) as object), ...fixed } : fixed);
};

const COLOURS: Record<LogLevel, string> = {
  trace: '90',
  debug: '90',
  info: '36',
  warn: '33',
  error: '31',
};

export const formatText =
  (hasColours: boolean): LogFormat =>
  ({ atMs, level, context, message, meta, error }) => {
    const label = level.toUpperCase().padEnd(5);
    const time = new Date(atMs).toISOString().slice(11, 23);
    const painted = hasColours ? `\u001b[${COLOURS[level]}m${label}\u001b[0m` : label;
    const source = context.length > 0 ? `[${context.join('.')}] ` : '';
    const { type: _type, ...rest } = meta ?? {};
    const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(redact(rest))}` : '';
    const stack = error?.stack ? `\n${redactText(error.stack)}` : '';
    return `${time} ${painted} ${source}${printable(redactText(message))}${details}${stack}`;
  };

/**
 * Escapes control characters, with which a request could forge log lines or control the terminal.
 */
const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '?');
