/**
 * Readable facts of whatever was thrown.
 *
 * Source: docs/reference/core.md#fatal-errors; specification section 8 ("Fatal error message
 * formatting").
 */
import type { FatalErrorInfo } from './types';

interface ErrorLike {
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly body?: { readonly message?: unknown };
  /** Answers of the search engine. */
  readonly resp?: { readonly error?: { readonly root_cause?: unknown } };
}

/** @param source - named before the message */
export function getErrorInfo(error: unknown, source?: string): FatalErrorInfo {
  const message = messageOf(error);
  return {
    message: source === undefined ? message : `${source}: ${message}`,
    stack: stackOf(error),
  };
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return inspect(error);
  const { resp, body, message }: ErrorLike = error;
  const causes = resp?.error?.root_cause;
  if (Array.isArray(causes)) {
    return causes.map((cause: { readonly reason?: unknown }) => String(cause.reason)).join('\n');
  }
  if (typeof body?.message === 'string') return body.message;
  if (error instanceof Error || (typeof message === 'string' && message !== '')) {
    return String(message);
  }
  return inspect(error);
}

/** Some browsers leave the message out of the stack. */
function stackOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { stack, message }: ErrorLike = error;
  if (typeof stack !== 'string') return undefined;
  return stack.includes(String(message)) ? stack : `Error: ${String(message)}\n${stack}`;
}

function inspect(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? String(value);
  } catch {
    return String(value);
  }
}
