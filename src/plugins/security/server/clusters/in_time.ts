/** A time limit for work with a cluster. */

/** @throws {SlowClusterError} after the time, whatever becomes of the task */
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

export class SlowClusterError extends Error {
  constructor(readonly limitMs: number) {
    super('A cluster did not answer in time.');
  }
}
