'use strict';
/** Lists the packages that a bundle contains, because their licenses must be shipped with it. */
const fs = require('node:fs/promises');
const path = require('node:path');

const PACKAGE = /^(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;

/** Source files of a module; a concatenated module has several. */
const listFiles = (module) =>
  (module.modules ?? [module]).map((part) => part.nameForCondition?.() ?? '');

class PackagesPlugin {
  /**
   * @param {string} file absolute path of the output: a JSON list of package folders, relative to
   *   the folder of this file
   */
  constructor(file) {
    this.file = file;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('PackagesPlugin', async (compilation) => {
      const files = [...compilation.modules].flatMap(listFiles);
      const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
      const names = [...folders].map((dir) => path.relative(path.dirname(this.file), dir)).sort();
      await fs.writeFile(this.file, `${JSON.stringify(names, null, 1)}\n`);
    });
  }
}

module.exports = { PackagesPlugin };
