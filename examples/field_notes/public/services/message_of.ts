import { HttpFetchError } from '@sd/core/public';

/** What an error says to people: the server's own words when it answered. */
export function messageOf(error: unknown): string {
  if (error instanceof HttpFetchError && error.body?.message) return error.body.message;
  return error instanceof Error ? error.message : String(error);
}
