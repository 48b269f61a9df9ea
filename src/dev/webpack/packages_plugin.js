'use strict';
/**
 * Writes which packages a bundle contains: what is shipped inside it has a licence to be shipped
 * with.
 */
const fs = require('node:fs/promises');
const path = require('node:path');

const PACKAGE = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;

/** Files of a module; those of a concatenated one are its parts. */
const filesOf = (module) =>
  (module.modules ?? [module]).map((part) => part.nameForCondition?.() ?? '');

class PackagesPlugin {
  /** @param {string} file absolute; gets a JSON list of folders of packages, relative to its own */
  constructor(file) {
    this.file = file;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('PackagesPlugin', async (compilation) => {
      const files = [...compilation.modules].flatMap(filesOf);
      const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
      const names = [...folders].map((dir) => path.relative(path.dirname(this.file), dir)).sort();
      await fs.writeFile(this.file, `${JSON.stringify(names, null, 1)}\n`);
    });
  }
}

module.exports = { PackagesPlugin };
