'use strict';
/**
 * Runs after each build of the browser scripts: deletes files of earlier builds, writes `.br` and
 * `.gz` siblings, and lists everything in manifest.json, which the server reads.
 */
const fs = require('node:fs/promises');
const path = require('node:path');
const zlib = require('node:zlib');
const { promisify } = require('node:util');
const { createHash } = require('node:crypto');
const { nameOfImport } = require('./chunk_names_plugin');

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const MANIFEST = 'manifest.json';
const COMPRESSIBLE = /\.(js|css|svg|json)$/;
const SIBLING = /\.(br|gz)$/;

const encodings = {
  br: (content) =>
    brotli(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content) => gzip(content, { level: 9 }),
};

class AssetsPlugin {
  /**
   * @param {{ compress: boolean }} options compression is for production; watch mode must be fast
   */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('AssetsPlugin', async (compilation) => {
      // A failed build keeps the files of the last good one.
      if (compilation.errors.length > 0) return;
      const dir = compilation.outputOptions.path;
      const names = compilation.getAssets().map((asset) => asset.name);
      await removeOthers(dir, names);
      const sizes = await Promise.all(names.map((name) => this.describe(dir, name)));
      await writeManifest(dir, {
        buildId: createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16),
        entries: listEntries(compilation),
        imports: getImports(compilation),
        files: Object.fromEntries(sizes.sort(([a], [b]) => (a < b ? -1 : 1))),
      });
    });
  }

  /** Returns sizes in bytes, and writes missing compressed siblings. */
  async describe(dir, name) {
    const file = path.join(dir, name);
    const entry = { size: (await fs.stat(file)).size };
    if (this.options.compress && COMPRESSIBLE.test(name)) {
      for (const [extension, compress] of Object.entries(encodings)) {
        const sibling = `${file}.${extension}`;
        const known = await measureSize(sibling);
        entry[extension] =
          known ?? (await writeSibling(sibling, await compress(await fs.readFile(file))));
      }
    }
    return [name, entry];
  }
}

const measureSize = async (file) => (await fs.stat(file).catch(() => undefined))?.size;

/** Atomic: an interrupted build must not leave a partial file that the next one would reuse. */
async function writeSibling(file, content) {
  await fs.writeFile(`${file}.tmp`, content);
  await fs.rename(`${file}.tmp`, file);
  return content.length;
}

async function writeManifest(dir, manifest) {
  const file = path.join(dir, MANIFEST);
  await fs.writeFile(`${file}.tmp`, `${JSON.stringify(manifest, null, 1)}\n`);
  await fs.rename(`${file}.tmp`, file);
}

async function removeOthers(dir, names) {
  const keep = new Set([MANIFEST, ...names]);
  for (const entry of await fs.readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath ?? entry.path, entry.name);
    const name = path.relative(dir, full).split(path.sep).join('/');
    if (!keep.has(name.replace(SIBLING, ''))) await fs.rm(full, { force: true });
  }
}

/** Scripts of each entry in load order. The scripts of core always precede those of plugins. */
function listEntries(compilation) {
  const scripts = ([, entrypoint]) =>
    entrypoint.getFiles().filter((name) => /\.(js|css)$/.test(name));
  const all = [...compilation.entrypoints];
  const core = scripts(all.find(([name]) => name === 'core') ?? ['core', { getFiles: () => [] }]);
  return Object.fromEntries(
    all.map((pair) => [
      pair[0],
      pair[0] === 'core' ? core : scripts(pair).filter((name) => !core.includes(name)),
    ])
  );
}

/** Scripts of each `import()` by its name, without those of the entries. */
function getImports(compilation) {
  const initial = new Set([...compilation.entrypoints.values()].flatMap((one) => one.getFiles()));
  const imports = new Map();
  for (const group of compilation.chunkGroups) {
    const [origin] = group.origins;
    if (group.isInitial() || !origin?.module?.resource || !origin.request) continue;
    const name = group.name ?? nameOfImport(origin.module.resource, origin.request);
    const files = group.getFiles().filter((file) => file.endsWith('.js') && !initial.has(file));
    imports.set(name, [...new Set([...(imports.get(name) ?? []), ...files])]);
  }
  return Object.fromEntries([...imports].sort(([a], [b]) => (a < b ? -1 : 1)));
}

module.exports = { AssetsPlugin };
