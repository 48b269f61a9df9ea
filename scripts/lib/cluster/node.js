'use strict';
/** Starts, monitors and stops a node. */
const fs = require('node:fs');
const https = require('node:https');
const path = require('node:path');
const { spawn, execFileSync } = require('node:child_process');
const { setTimeout: sleep } = require('node:timers/promises');
const { ensureCertificates } = require('./certificates');
const { writeConfiguration } = require('./configuration');
const { ensureSoftware } = require('./software');
const { findJava } = require('./versions');

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;
const PAUSE_MS = 300;
/** OpenSearch refuses to run as root. */
const RUN_AS = 'nobody';
const DEFAULT_PASSWORD = 'Newcomer-Garden-71';

/**
 * @typedef {{ url: string, port: number, version: string, dir: string, pid: number, adminPassword:
 *   string, ca: string, adminCertificate: string, adminKey: string, logFile: string }} ClusterNode
 *   paths are absolute; certificates and keys are PEM files
 */

/**
 * Starts a node and waits until its administrator can log in.
 * @param {{ release: import('./versions').Release, dir: string, port: number, heap?: string,
 *   adminPassword?: string, passwordRounds?: number, extraYml?: string, yml?: string, settings?:
 *   Record<string, string>, certificates?: string, securityConfig?: string, isShortLived?: boolean,
 *   say?: (line: string) => void }} options `dir`: configuration, data and logs, kept between
 *   starts; `settings`: passed on the command line, as the image passes those of its environment;
 *   `certificates`: a folder that is copied to `certificates` beside `opensearch.yml` instead of
 *   generated certificates
 * @returns {Promise<ClusterNode>}
 */
async function startNode({ release, dir, port, say = () => {}, certificates, ...options }) {
  const home = await ensureSoftware(release, say);
  if (runningPid(dir)) throw new Error(`A node already runs in ${dir} (pid ${runningPid(dir)}).`);
  const conf = path.join(dir, 'config');
  for (const name of ['config', 'data', 'logs', 'tmp'])
    fs.mkdirSync(path.join(dir, name), { recursive: true });
  const certified = certificates ? path.join(conf, 'certificates') : conf;
  if (certificates) fs.cpSync(certificates, certified, { recursive: true });
  else ensureCertificates(conf);
  const adminPassword = options.adminPassword ?? DEFAULT_PASSWORD;
  await writeConfiguration({ heap: '512m', ...options, adminPassword, home, dir, port });
  const node = {
    url: `https://127.0.0.1:${port}`,
    port,
    version: release.version,
    dir,
    pid: launch({ home, dir, java: findJava(release), settings: options.settings }),
    adminPassword,
    ca: path.join(certified, 'root-ca.pem'),
    adminCertificate: path.join(certified, 'admin.pem'),
    adminKey: path.join(certified, 'admin-key.pem'),
    logFile: path.join(dir, 'logs', 'stdout.log'),
  };
  fs.writeFileSync(path.join(dir, 'pid'), String(node.pid));
  fs.writeFileSync(path.join(dir, 'node.json'), JSON.stringify(node));
  await waitUntilUp(node);
  return node;
}

function launch({ home, dir, java, settings = {} }) {
  const log = fs.openSync(path.join(dir, 'logs', 'stdout.log'), 'w');
  const isRoot = process.getuid() === 0;
  if (isRoot) {
    execFileSync('chown', ['-R', RUN_AS, dir]);
    fs.chmodSync(dir, 0o755);
  }
  const given = Object.entries(settings).map(([key, value]) => `-E${key}=${value}`);
  const id = (flag) => Number(execFileSync('id', [flag, RUN_AS], { encoding: 'utf8' }));
  const child = spawn('bash', [path.join(home, 'bin', 'opensearch'), ...given], {
    cwd: home,
    // Its own process group, so that Ctrl-C on our terminal does not reach it.
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      OPENSEARCH_JAVA_HOME: java,
      OPENSEARCH_PATH_CONF: path.join(dir, 'config'),
      OPENSEARCH_TMPDIR: path.join(dir, 'tmp'),
    },
    ...(isRoot && { uid: id('-u'), gid: id('-g') }),
  });
  child.unref();
  fs.closeSync(log);
  return child.pid;
}

async function waitUntilUp(node) {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await isUp(node))) {
    if (!isAlive(node.pid)) throw new Error(`The node ended while starting.\n${lastErrors(node)}`);
    if (Date.now() > until) {
      await stopNode(node.dir);
      throw new Error(
        `The node was not up after ${START_TIMEOUT_MS / 1_000} s.\n${lastErrors(node)}`
      );
    }
    await sleep(PAUSE_MS);
  }
}

/**
 * The health endpoint reports UP a moment before the users are loaded, so a login is tried as well.
 */
async function isUp(node) {
  const auth = `admin:${node.adminPassword}`;
  return (await statusOf(node, '/_plugins/_security/authinfo', { auth })) === 200;
}

function statusOf(node, target, options = {}) {
  return new Promise((resolve) => {
    const ca = fs.readFileSync(node.ca);
    const request = https.get(`${node.url}${target}`, {
      ca,
      timeout: 5_000,
      agent: false,
      ...options,
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
}

function lastErrors({ logFile }) {
  const lines = fs.readFileSync(logFile, 'utf8').split('\n');
  const telling = lines.filter((line) => /ERROR|^Caused by|Exception/.test(line));
  return [...(telling.length > 0 ? telling : lines).slice(-8), `Log: ${logFile}`].join('\n');
}

/** The process id of the node in a folder, if it is running. */
function runningPid(dir) {
  const file = path.join(dir, 'pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) ? pid : undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops the node and keeps its data.
 * @returns {Promise<boolean>} whether a node was running
 */
async function stopNode(dir) {
  const pid = runningPid(dir);
  fs.rmSync(path.join(dir, 'pid'), { force: true });
  if (!pid) return false;
  process.kill(pid, 'SIGTERM');
  const until = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < until) await sleep(100);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  return true;
}

/** @returns {ClusterNode | undefined} the running node of a folder */
const nodeIn = (dir) =>
  runningPid(dir) ? JSON.parse(fs.readFileSync(path.join(dir, 'node.json'), 'utf8')) : undefined;

module.exports = { startNode, stopNode, nodeIn };
