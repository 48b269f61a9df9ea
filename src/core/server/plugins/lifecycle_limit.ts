/** Time limit for plugin lifecycle steps: a hanging plugin must not block the server silently. */

/** @param phase - `Setup`, `Start` or `Stop` */
export async function withinLimit<T>(
  phase: string,
  plugin: string,
  work: () => T | Promise<T>,
  limitMs: number
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `${phase} lifecycle of "${plugin}" plugin wasn't completed in ${limitMs / 1_000}sec. Consider disabling the plugin and re-start.`
          )
        ),
      limitMs
    );
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
