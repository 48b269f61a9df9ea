/**
 * Location of worker scripts. The build writes each to a file of its own next to the server's
 * (webpack.config.js); tests replace this module and run the sources (jest.config.js).
 */

/** @param base - path without extension */
export const workerFile = (base: string): string => `${base}.js`;

/** Node options of every thread. */
export const workerExecArgv: readonly string[] = [];
