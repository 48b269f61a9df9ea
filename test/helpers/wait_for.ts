/**
 * Waits for what another process, a thread or the other end of a socket brings about; the test's
 * time limit ends it.
 */
export async function waitForCondition(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
