'use strict';
/** Runs child processes with visible output and forwarded signals. Uses built-in modules only. */
const { spawn } = require('node:child_process');

/** Time after SIGTERM before a process is killed. */
const KILL_AFTER_MS = 5_000;

/**
 * Runs a command until it ends.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { over?: AbortSignal }} [options] stdio
 *   defaults to `inherit`; aborting `over` ends the command and its process group
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, stdout: string }>} `stdout` only
 *   if piped
 */
function run(command, args, { over, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const isGroup = over !== undefined;
    const child = spawn(command, args, { stdio: 'inherit', detached: isGroup, ...options });
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    const send = (signal) => (isGroup ? sendToGroup(child.pid, signal) : child.kill(signal));
    const passOn = (signal) => send(signal);
    // The terminal sends Ctrl-C to the whole process group of this process; a SIGTERM reaches this
    // process only.
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
  // The process could not be started, or has just ended.
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

module.exports = { run };
