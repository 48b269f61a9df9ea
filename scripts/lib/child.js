'use strict';
/** Child processes: visible output, signals passed on, one promise. Built-ins only. */
const { spawn } = require('node:child_process');

/** What does not end by SIGTERM is killed after this. */
const KILL_AFTER_MS = 5_000;

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { over?: AbortSignal }} [options] stdio
 *   defaults to `inherit`; what still runs when `over` is aborted is ended with all that it started
 *   in its group
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, stdout: string }>} `stdout` only
 *   when piped
 */
function run(command, args, { over, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const isGroup = over !== undefined;
    const child = spawn(command, args, { stdio: 'inherit', detached: isGroup, ...options });
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    const send = (signal) => (isGroup ? sendToGroup(child.pid, signal) : child.kill(signal));
    const passOn = (signal) => send(signal);
    // Ctrl-C reaches our own process group by itself; a SIGTERM sent to us alone does not.
    const passOnInGroup = (signal) => isGroup && send(signal);
    process.on('SIGTERM', passOn);
    process.on('SIGINT', passOnInGroup);
    let kill;
    const end = () => {
      send('SIGTERM');
      kill = setTimeout(send, KILL_AFTER_MS, 'SIGKILL');
    };
    over?.addEventListener('abort', end);
    const done = () => {
      clearTimeout(kill);
      over?.removeEventListener('abort', end);
      process.off('SIGTERM', passOn);
      process.off('SIGINT', passOnInGroup);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve({ code: code ?? 1, signal, stdout });
    });
    if (over?.aborted) end();
  });
}

function sendToGroup(pid, signal) {
  // It could not be started, or has just ended.
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

module.exports = { run };
