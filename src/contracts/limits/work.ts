/** Limits of work outside the event loop, on worker threads and on those of libuv. */
export const WORK_LIMITS = {
  /** Tasks of all callers that wait for a worker thread. */
  tasksWaiting: 500,
  /** Tasks per caller that wait for a worker thread, to keep the waiting time of others short. */
  tasksWaitingPerCaller: 20,
  /**
   * Configuration changes per queue, if the backend does not serialize them itself. Beyond: 429.
   */
  changesWaiting: 200,
  /** Changes that wait until the cluster is back to be recorded. Beyond: they are only logged. */
  lateRecords: 100,
  /** Milliseconds between two attempts to record them. */
  lateRecordsMs: 5_000,
  /**
   * JavaScript heap of a worker thread in MiB. A task that exceeds it fails without affecting
   * others.
   */
  workerHeapMib: 256,
} as const;
