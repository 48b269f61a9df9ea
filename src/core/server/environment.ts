/** Facts about this installation: root folder, version and build. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

export interface PackageInfo {
  readonly version: string;
  readonly branch: string;
  readonly buildNum: number;
  readonly buildSha: string;
  readonly dist: boolean;
}

export interface ServerPaths {
  /** Folder with `package.json`. */
  readonly root: string;
  readonly buildPublic: string;
  readonly buildPlugins: string;
  /** Folder of the plugins included in the build. */
  readonly plugins: string;
  /** Folder of core's translations and assets. */
  readonly coreResources: string;
}

const PACKAGE_NAME = 'security-dashboards';

/** Finds the folder with `package.json` from `from` upwards; falls back to the working folder. */
export function findRoot(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    if (readPackage(dir)?.name === PACKAGE_NAME) return dir;
    if (dirname(dir) === dir) return process.cwd();
  }
}

/** @param paths - for tests */
export function resolvePaths(paths: Partial<ServerPaths> = {}): ServerPaths {
  const root = paths.root ?? findRoot(__dirname);
  // The server's script is in the folder `server` of a build; the rest of the build is next to
  // it.
  const build = join(root, 'build');
  const ownBuild = __dirname.startsWith(build + sep) ? dirname(__dirname) : build;
  const resources = join(ownBuild, 'server', 'resources');
  return {
    buildPublic: join(ownBuild, 'public'),
    buildPlugins: join(ownBuild, 'server', 'plugins'),
    plugins: join(resources, 'plugins'),
    coreResources: join(resources, 'core'),
    ...paths,
    root,
  };
}

/** @param build - contents of the build manifest */
export function readPackageInfo(
  root: string,
  build: { readonly buildId?: string; readonly buildNumber?: number }
): PackageInfo {
  const version = readPackage(root)?.version ?? '0.0.0';
  const { branch, commit } = readGitHead(join(root, '.git'));
  return {
    version,
    branch: branch ?? 'main',
    buildNum: build.buildNumber ?? toNumber(build.buildId),
    buildSha: commit ?? build.buildId ?? '',
    dist: commit === undefined,
  };
}

/** For `--version`. */
export const versionLine = (root: string): string =>
  `Security Dashboards ${readPackageInfo(root, {}).version}\n`;

interface PackageFile {
  name?: string;
  version?: string;
}

function readPackage(dir: string): PackageFile | undefined {
  const file = join(dir, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : undefined;
}

/** A stable number for builds that have only a hash. */
const toNumber = (buildId: string | undefined): number =>
  Number.parseInt((buildId ?? '').slice(0, 6), 16) || 1;

/** Reads branch and commit from the `.git` folder, which a packaged product does not have. */
function readGitHead(git: string): { branch?: string; commit?: string } {
  try {
    const head = readFileSync(join(git, 'HEAD'), 'utf8').trim();
    const reference = /^ref: (refs\/heads\/(.+))$/.exec(head);
    if (!reference) return { commit: head };
    return { branch: reference[2], commit: readReference(git, reference[1] as string) };
  } catch {
    return {};
  }
}

function readReference(git: string, name: string): string | undefined {
  const loose = join(git, name);
  if (existsSync(loose)) return readFileSync(loose, 'utf8').trim();
  const packed = readFileSync(join(git, 'packed-refs'), 'utf8');
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${name}`))
    ?.split(' ', 1)[0];
}
