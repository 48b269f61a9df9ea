/**
 * The only console output of the plugin: failures that are "only logged" by specification section
 * 8.
 */
export function logFailure(message: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the browser has no other log
  console.error(message, error);
}
