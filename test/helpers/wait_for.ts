/** Waits for an effect in another process, thread or socket. The test's timeout is the limit. */
export async function waitForCondition(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
