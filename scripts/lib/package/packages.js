'use strict';
/** The packages of the archive: those the server requires, and those in its bundles. */
const fs = require('node:fs');
const path = require('node:path');
const { isBuiltin } = require('node:module');
const { inRoot, BUILD } = require('../paths');

/**
 * @typedef {{ name: string, version: string, dir: string, license: string }} Package `dir` is
 *   absolute
 */

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/** @returns {Package} */
function packageAt(dir) {
  const { name, version, license, licenses } = readJson(path.join(dir, 'package.json'));
  const declared = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'see its files';
  return { name, version, dir, license: declared.type ?? declared };
}

/** C libraries differ between Linux systems; packages for the other one are unnecessary. */
const isForThisSystem = ({ os, cpu, libc }) =>
  (!os || os.includes(process.platform)) &&
  (!cpu || cpu.includes(process.arch)) &&
  (!libc || libc.includes(libcOfThisSystem()));

const libcOfThisSystem = () =>
  process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';

/**
 * The production packages according to npm, as installed here.
 * @returns {Array<Package & { place: string }>} `place`: path below the root,
 *   `node_modules/a/node_modules/b`
 */
function runtimePackages() {
  const { packages } = readJson(inRoot('package-lock.json'));
  return Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link)
    .filter(([folder]) => fs.existsSync(inRoot(folder, 'package.json')))
    .filter(([folder]) => isForThisSystem(libcAware(readJson(inRoot(folder, 'package.json')))))
    .map(([folder]) => ({ ...packageAt(inRoot(folder)), place: folder }));
}

/** Older packages state their C library only in the name. */
const libcAware = (manifest) =>
  manifest.libc || !/-(gnu|musl)(eabihf)?$/.test(manifest.name)
    ? manifest
    : { ...manifest, libc: [/-musl/.test(manifest.name) ? 'musl' : 'glibc'] };

/** @returns {Package[]} the packages listed by the build */
function bundledPackages() {
  const folders = ['browser', 'server'].flatMap((side) =>
    readJson(path.join(BUILD, `packages-${side}.json`))
  );
  return [...new Set(folders)].map((folder) => packageAt(path.resolve(BUILD, folder)));
}

const REQUIRED = /\b(?:require|import)\("([^"./][^"]*)"\)/g;

/**
 * @throws if the built server requires a package that package.json does not list, or if a listed
 *   one is not required
 */
function assertDependencies() {
  const listed = new Set(Object.keys(readJson(inRoot('package.json')).dependencies));
  const required = new Set(requiredBy(path.join(BUILD, 'server')));
  const missing = [...required].filter((name) => !listed.has(name));
  const unused = [...listed].filter((name) => !required.has(name));
  const problems = [
    ...missing.map((name) => `${name} is required by the server: list it under dependencies.`),
    ...unused.map(
      (name) => `${name} is not required by the server: list it under devDependencies.`
    ),
  ];
  if (problems.length > 0) throw new Error(`package.json:\n  ${problems.join('\n  ')}`);
}

function requiredBy(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...fs.readFileSync(path.join(folder, name), 'utf8').matchAll(REQUIRED)])
    .map(([, request]) => request)
    .filter((request) => !isBuiltin(request))
    .map((request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/'));
}

module.exports = { runtimePackages, bundledPackages, assertDependencies };
