'use strict';
/**
 * Gives chunks descriptive names: `security-role_list_page` for `import('./role_list_page')` in the
 * folder of that plugin, `shared-1a2b3c` for modules that several of them share.
 */
const path = require('node:path');
const { createHash } = require('node:crypto');

const PLUGIN = 'ChunkNamesPlugin';

/**
 * The chunk name of an import: `core-header` for './header/header' in src/core/public/chrome/x.ts.
 */
function nameOfImport(importer, request) {
  const [, plugin] = /.*[/\\]([^/\\]+)[/\\]public[/\\]/.exec(importer) ?? [];
  const last = path.basename(request).replace(/\?.*$/, '');
  return `${plugin ?? 'core'}-${last}`.replace(/[^A-Za-z0-9_-]/g, '_');
}

class ChunkNamesPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(PLUGIN, (compilation) => {
      const importNames = new WeakMap();
      // At this point each chunk is one `import()`; chunks added later are split from them.
      compilation.hooks.afterChunks.tap(PLUGIN, (chunks) => {
        for (const chunk of chunks) {
          const [origin] = [...chunk.groupsIterable].flatMap((group) => group.origins);
          if (chunk.name || !origin?.module?.resource || !origin.request) continue;
          importNames.set(chunk, nameOfImport(origin.module.resource, origin.request));
        }
      });
      compilation.hooks.chunkIds.tap(PLUGIN, (chunks) => {
        const taken = new Set();
        const byContent = [...chunks].map((chunk) => ({
          chunk,
          hash: contentHash(chunk, compilation),
          name: chunk.name ?? importNames.get(chunk),
        }));
        byContent.sort((a, b) => (a.hash < b.hash ? -1 : 1));
        for (const { chunk, hash, name } of byContent) {
          let id = name ?? `shared-${hash.slice(0, 6)}`;
          for (let again = 2; taken.has(id); again++) id = `${name ?? `shared-${hash}`}-${again}`;
          taken.add(id);
          chunk.id = id;
          chunk.ids = [id];
        }
      });
    });
  }
}

/** A hash of the module paths inside the project, so it is equal in every clone. */
function contentHash(chunk, { chunkGraph, compiler }) {
  const names = chunkGraph
    .getChunkModules(chunk)
    .map((module) => path.relative(compiler.context, module.nameForCondition() ?? ''));
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
}

module.exports = { ChunkNamesPlugin, nameOfImport };
