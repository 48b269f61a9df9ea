'use strict';
/**
 * Missing packages that external plugins list under `optionalDependencies`: the build warns, and
 * loading one fails at run time, where the plugin expects it.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ROOT } = require('../../../scripts/lib/paths');

/**
 * @param {Array<{ id: string, dir: string }>} plugins
 * @returns {Map<string, string>} package to plugin
 */
function missingPackages(plugins) {
  const missing = new Map();
  for (const { id, dir } of plugins) {
    const file = path.join(dir, 'package.json');
    if (!fs.existsSync(file)) continue;
    const { optionalDependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'));
    for (const name of Object.keys(optionalDependencies)) {
      const folders = [path.join(dir, 'node_modules', name), path.join(ROOT, 'node_modules', name)];
      if (!folders.some((folder) => fs.existsSync(folder))) missing.set(name, id);
    }
  }
  return missing;
}

class OptionalPackagesPlugin {
  constructor(plugins) {
    this.missing = missingPackages(plugins);
  }

  apply(compiler) {
    const fallback = path.join(__dirname, 'missing_package.js');
    for (const name of this.missing.keys())
      compiler.options.resolve.fallback = {
        ...compiler.options.resolve.fallback,
        [name]: fallback,
      };
    const { WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('OptionalPackagesPlugin', (compilation) => {
      for (const [name, id] of this.missing)
        compilation.warnings.push(
          new WebpackError(`Plugin "${id}": its optional package "${name}" is not installed.`)
        );
    });
  }
}

module.exports = { OptionalPackagesPlugin };
