'use strict';
/** The built server as a child process, for benchmarks, screenshots and attacks. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { SERVER_ENTRY } = require('../paths');

const READY = /http server running at (https?:\/\/[^\s"\\]+)/;
const START_TIMEOUT_MS = 60_000;
const ADMIN = { username: 'admin', password: 'Quarry-lantern-meadow-58' };

/** Runs only `main` of the built server, with the options of Node that the image uses. */
const SERVER_COMMAND = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=100',
  '-e',
  'require(process.argv[1]).main(process.argv.slice(2))',
  SERVER_ENTRY,
];

const temporaryFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'sd-bench-'));

/**
 * @param {{ command?: string[], args?: string[], dataDir?: string, stdio?:
 *   import('node:child_process').StdioOptions, env?: Record<string, string>, wrap?: (argv:
 *   string[], dataDir: string) => string[], onStart?: (child:
 *   import('node:child_process').ChildProcess) => void }} [options] `command`: what Node runs, by
 *   default the built server; a given `dataDir` is not deleted; `wrap`: a command that ends up
 *   running its argument; `onStart` gets the process before it listens
 * @returns {Promise<{ url: string, pid: number, startedAtMs: number, stop(): Promise<void> }>}
 */
async function startServer({
  command = SERVER_COMMAND,
  args = [],
  dataDir,
  stdio = ['ignore', 'pipe', 'pipe'],
  wrap = (argv) => argv,
  env = {},
  onStart,
} = {}) {
  const data = dataDir ?? temporaryFolder();
  const startedAtMs = performance.now();
  const where = ['--server.host=127.0.0.1', '--server.port=0', `--path.data=${data}`];
  const [program, ...rest] = wrap([process.execPath, ...command, ...where, ...args], data);
  const child = spawn(program, rest, {
    stdio,
    env: { ...process.env, SECURITY_INITIAL_ADMIN_PASSWORD: ADMIN.password, ...env },
  });
  onStart?.(child);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    if (!dataDir) fs.rmSync(data, { recursive: true, force: true });
  };
  try {
    return { url: await printedUrl(child), pid: child.pid, startedAtMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function printedUrl(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why) => reject(new Error(`${why} It printed:\n${text}`));
    const timer = setTimeout(() => fail('The server did not listen in time.'), START_TIMEOUT_MS);
    const poll = (chunk) => {
      text += chunk;
      const url = READY.exec(text)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url.replace(/\/$/, ''));
    };
    child.stdout.on('data', poll);
    child.stderr.on('data', poll);
    child.once('exit', (code) => fail(`The server ended with code ${code}.`));
  });
}

/**
 * Polls until the page responds with 200.
 * @returns milliseconds since the process was started
 */
async function untilFirst200(server, page = '/app/login') {
  for (;;) {
    const response = await fetch(server.url + page).catch(() => undefined);
    if (response?.status === 200) return performance.now() - server.startedAtMs;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** @returns {Promise<string>} the `cookie` header of a new session */
async function login(url, { username, password } = ADMIN) {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'kbn-xsrf': 'true' },
    body: JSON.stringify({ username, password }),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`The login returned ${response.status}.`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** Resident memory in MiB, from the kernel. */
const rssMib = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Processor time of all threads of a process; the kernel counts in hundredths of a second. */
function processorMs(pid) {
  const [, after] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

module.exports = {
  ADMIN,
  SERVER_COMMAND,
  startServer,
  untilFirst200,
  login,
  median,
  rssMib,
  processorMs,
  temporaryFolder,
};
