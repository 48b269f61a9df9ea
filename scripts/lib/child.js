'use strict';
/** Child processes: visible output, signals passed on, one promise. Built-ins only. */
const { spawn } = require('node:child_process');

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { limitMs?: number }} [options] stdio
 *   defaults to `inherit`; what still runs after `limitMs` is killed
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, stdout: string }>} `stdout` only
 *   when piped
 */
function run(command, args, { limitMs, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    // Ctrl-C reaches the whole process group by itself; a SIGTERM sent to us alone does not.
    const passOn = () => child.kill('SIGTERM');
    const ignore = () => {};
    process.on('SIGTERM', passOn);
    process.on('SIGINT', ignore);
    const limit = limitMs && setTimeout(() => child.kill('SIGKILL'), limitMs);
    const done = () => {
      clearTimeout(limit);
      process.off('SIGTERM', passOn);
      process.off('SIGINT', ignore);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve({ code: code ?? 1, signal, stdout });
    });
  });
}

module.exports = { run };
