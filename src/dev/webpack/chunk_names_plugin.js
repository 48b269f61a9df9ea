'use strict';
/**
 * Gives chunks names that say what they are: `security-role_list_page` for what that plugin's
 * `import('./role_list_page')` loads, `shared-1a2b3c` for what several of them share.
 */
const path = require('node:path');
const { createHash } = require('node:crypto');

const PLUGIN = 'ChunkNamesPlugin';

/** Of src/core/public/chrome/x.ts importing './header/header': `core-header`. */
function nameOfImport(importer, request) {
  const [, plugin] = /[/\\]plugins[/\\]([^/\\]+)[/\\]/.exec(importer) ?? [];
  const last = path.basename(request).replace(/\?.*$/, '');
  return `${plugin ?? 'core'}-${last}`.replace(/[^A-Za-z0-9_-]/g, '_');
}

class ChunkNamesPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(PLUGIN, (compilation) => {
      const importNames = new WeakMap();
      // At this moment every chunk is one `import()`; later ones are split off from them.
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

/** The same in every clone: of the modules' places inside the project. */
function contentHash(chunk, { chunkGraph, compiler }) {
  const names = chunkGraph
    .getChunkModules(chunk)
    .map((module) => path.relative(compiler.context, module.nameForCondition() ?? ''));
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
}

module.exports = { ChunkNamesPlugin, nameOfImport };
