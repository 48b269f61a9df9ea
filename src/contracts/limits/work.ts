/** Limits of the work that runs beside the event loop: on worker threads and on libuv's. */
export const WORK_LIMITS = {
  /** Tasks of all callers that wait for a worker thread. */
  tasksWaiting: 500,
  /**
   * Tasks of one caller that wait for a worker thread: an equal share keeps the others' wait short.
   */
  tasksWaitingPerCaller: 20,
  /**
   * Changes of the configuration that wait for their turn in one row, where the backend does not
   * order them itself. Beyond: 429.
   */
  changesWaiting: 200,
  /** Mebibytes of JavaScript heap of one worker thread; a task that needs more ends alone. */
  workerHeapMib: 256,
} as const;
