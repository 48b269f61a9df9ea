/** One line for each record: JSON for machines, text for a person at a terminal. */
import { redact, redactText } from './redaction';

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

/** `type`, `@timestamp`, `tags`, `pid` and `message` as the lineage's log shippers expect them. */
export const formatJson: LogFormat = ({ atMs, level, context, message, meta, error, pid }) => {
  const fixed = {
    type: meta?.['type'] ?? 'log',
    '@timestamp': new Date(atMs).toISOString(),
    tags: [level, ...context],
    pid,
    message: redactText(message),
    ...(error ? { error: redact(error) } : {}),
  };
  // Twice: first in the line, and not to be replaced by what a caller names the same.
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

/** Control characters would let a request forge lines or drive the terminal. */
const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '?');
