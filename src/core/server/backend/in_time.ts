/** A time limit for work with a cluster. */

/**
 * Limits how long work with a cluster is waited for.
 * @param ms - milliseconds
 * @throws {SlowClusterError} after the time, whatever becomes of the task
 */
export async function inTime<T>(ms: number, task: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SlowClusterError(ms)), ms).unref();
  });
  try {
    return await Promise.race([task(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A cluster that did not answer within the time that a caller waits. */
export class SlowClusterError extends Error {
  constructor(
    /** Milliseconds. */
    readonly limitMs: number
  ) {
    super('A cluster did not answer in time.');
  }
}
