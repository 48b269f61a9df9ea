/** The plugin's only console output: failures that the specification wants "only logged". */
export function logFailure(message: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the browser has no other log
  console.error(message, error);
}
