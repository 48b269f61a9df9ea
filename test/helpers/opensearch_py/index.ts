/** The official Python client, installed once from its package registry into a separate folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const VERSION = '3.2.0';
const CACHE = path.join(__dirname, '..', '..', '..', 'node_modules', '.cache');
const HOME = path.join(CACHE, `opensearch-py-${VERSION}`);
const JOB = path.join(__dirname, 'job.py');
const INSTALL_TIMEOUT_MS = 180_000;
const JOB_TIMEOUT_MS = 60_000;

/** @returns the reason why the Python client cannot run here, or `undefined` */
export function whyWithoutPython(): string | undefined {
  if (existsSync(HOME)) return undefined;
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status !== 0)
    return 'Python 3 with venv is not installed';
  const made = `${HOME}.${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  try {
    const quietly = { stdio: 'pipe', timeout: INSTALL_TIMEOUT_MS } as const;
    execFileSync('python3', ['-m', 'venv', made], quietly);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    execFileSync(path.join(made, 'bin', 'python'), [...pip, `opensearch-py==${VERSION}`], quietly);
    // The rename is atomic: no run sees the folder of a parallel or interrupted installation.
    renameSync(made, HOME);
    return undefined;
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (existsSync(HOME)) return undefined;
    const { stderr } = error as { stderr?: Buffer };
    return `opensearch-py could not be installed: ${String(stderr ?? error).slice(-500)}`;
  }
}

/** Runs the script. @returns its output and exit code */
export function runPythonJob(url: string, user: string, password: string) {
  const python = path.join(HOME, 'bin', 'python');
  const options = { encoding: 'utf8', timeout: JOB_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(python, [JOB, url, user, password], options);
  return { status, output: stdout + stderr };
}
