/**
 * Where a worker's script is. The build puts each into a file of its own beside the server's
 * (webpack.config.js); tests replace this module and run the sources (jest.config.js).
 */

/** @param base - path without extension */
export const workerFile = (base: string): string => `${base}.js`;

/** Options of Node for every thread. */
export const workerExecArgv: readonly string[] = [];
