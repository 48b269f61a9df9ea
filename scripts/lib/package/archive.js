'use strict';
/** Assembles the product in a folder and packs it. */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const tar = require('tar');
const { inRoot, BUILD } = require('../paths');
const { run } = require('../child');
const { ensureBuilt } = require('../build/ensure');
const { removeStamp } = require('../build/stamp');
const { runtimePackages, bundledPackages, assertDependencies } = require('./packages');
const { noticesText } = require('./notices');
const { sbomOf } = require('./sbom');

/** The only parts of `deploy`: the rest builds images, and may contain secrets. */
const DEPLOY = [
  'security-dashboards.service',
  path.join('opensearch', 'grant.sh'),
  'monitoring',
].map((name) => path.join('deploy', name));
/** The guides and the documents they link to. */
const DOCS = ['guide', 'reference', 'api', 'decisions', 'architecture.md'].map((name) =>
  path.join('docs', name)
);
/** Files and folders of the project that are copied unchanged. */
const COPIED = ['bin', 'config', ...DEPLOY, ...DOCS, 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'];
/**
 * Package folders and file types that are not needed at run time; `.bc.js` is the bundle of xml2js
 * for browsers.
 */
const NOT_SHIPPED_FOLDERS =
  /^(test|tests|__tests__|doc|docs|example|examples|bench|benchmark|benchmarks|coverage|\.github)$/;
const NOT_SHIPPED_FILES = /\.(map|[cm]?ts|flow|md|markdown|html|tsbuildinfo|bc\.js)$/i;
const NOTICE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * @param {{ pluginPaths: readonly string[], out: string }} options absolute folders
 * @returns {Promise<{ file: string, bytes: number, unpackedBytes: number, packages: number }>}
 */
async function writeArchive({ pluginPaths, out }) {
  await buildFor(pluginPaths);
  assertDependencies();
  const { name, version } = require(inRoot('package.json'));
  const top = `${name}-${version}`;
  const stage = path.join(out, top);
  fs.rmSync(stage, { recursive: true, force: true });
  try {
    const packages = await fillStage(stage);
    const file = path.join(out, `${top}.tar.gz`);
    fs.rmSync(file, { force: true });
    // No owners and times of this machine.
    await tar.create({ file, cwd: out, gzip: { level: 9 }, portable: true, noMtime: true }, [top]);
    const sbom = path.join(out, `${top}.sbom.cdx.json`);
    fs.copyFileSync(path.join(stage, 'sbom.cdx.json'), sbom);
    writeChecksums(path.join(out, 'SHA256SUMS'), [file, sbom]);
    return { file, bytes: fs.statSync(file).size, unpackedBytes: sizeOf(stage), packages };
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

/** In the form that `sha256sum --check` reads. */
function writeChecksums(target, files) {
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
    return `${hash}  ${path.basename(file)}\n`;
  });
  fs.writeFileSync(target, lines.join(''));
}

/**
 * Builds with the external plugins, so that the archive needs neither their folders nor a
 * configuration key.
 */
async function buildFor(pluginPaths) {
  if (pluginPaths.length === 0) {
    const { ok } = await ensureBuilt([]);
    if (!ok) throw new Error('The build failed.');
    return;
  }
  const args = pluginPaths.map((dir) => `--plugin-path=${dir}`);
  const { code } = await run(process.execPath, [inRoot('scripts', 'build.js'), '--embed', ...args]);
  // The build with plugins in build/ must not be served by `npm start`.
  removeStamp();
  if (code !== 0) throw new Error('The build failed.');
}

/** @returns {Promise<number>} number of packages in the archive */
async function fillStage(stage) {
  const runtime = runtimePackages();
  const shipped = unique([...runtime, ...bundledPackages()]);
  copy(path.join(BUILD, 'public'), path.join(stage, 'build', 'public'));
  copy(path.join(BUILD, 'server'), path.join(stage, 'build', 'server'), isNoMap);
  for (const name of COPIED) copy(inRoot(name), path.join(stage, name));
  copy(path.join(__dirname, 'README.md'), path.join(stage, 'README.md'));
  for (const { dir, place } of runtime) copy(dir, path.join(stage, place), isShipped(dir));
  const write = (name, text) => fs.writeFileSync(path.join(stage, name), text);
  write('package.json', `${JSON.stringify(manifest(), null, 2)}\n`);
  write('THIRD_PARTY_LICENSES.txt', noticesText(shipped));
  write('sbom.cdx.json', `${JSON.stringify(await sbomOf(shipped), null, 2)}\n`);
  return shipped.length;
}

const unique = (packages) =>
  [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1
  );

const copy = (from, to, filter) => fs.cpSync(from, to, { recursive: true, filter });

const isNoMap = (file) => !file.endsWith('.map');

/** Packages inside a package are listed separately. */
const isShipped = (dir) => (file) => {
  const [top = '', ...below] = path.relative(dir, file).split(path.sep);
  if (top === 'node_modules' || NOT_SHIPPED_FOLDERS.test(top)) return false;
  const name = below.at(-1) ?? top;
  return NOTICE_FILE.test(name) || !NOT_SHIPPED_FILES.test(name);
};

/** The fields of package.json that the server reads and that package scanners expect. */
function manifest() {
  const { name, version, description, license, bin, engines, dependencies } = require(
    inRoot('package.json')
  );
  return { name, version, private: true, description, license, bin, engines, dependencies };
}

const sizeOf = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);

module.exports = { writeArchive };
