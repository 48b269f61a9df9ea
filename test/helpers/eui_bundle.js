'use strict';
/**
 * Bundles EUI's test build into one file, once per EUI version. Loading its 1,900 modules would
 * cost every test file more than a second.
 */
const fs = require('node:fs');
const path = require('node:path');

const inPackages = (...parts) => path.resolve(__dirname, '..', '..', 'node_modules', ...parts);
const EUI = inPackages('@elastic', 'eui');
const { version } = require(path.join(EUI, 'package.json'));
const FOLDER = inPackages('.cache', 'eui');
const EUI_BUNDLE = path.join(FOLDER, `test-env-${version}.js`);

/** Modules whose test build lacks functions that our tests need, and their real versions. */
const REAL_PARTS = {
  'components/flyout/flyout.js': path.join(__dirname, 'eui_flyout.js'),
  // The test build gives every element the same id, so labels would name the wrong field.
  'services/accessibility/html_id_generator.js': path.join(
    EUI,
    'lib/services/accessibility/html_id_generator.js'
  ),
  'components/code/code_block.js': path.join(EUI, 'lib/components/code/code_block.js'),
};

async function buildEuiBundle() {
  if (fs.existsSync(EUI_BUNDLE)) return;
  const webpack = require('webpack');
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    target: 'node',
    entry: path.join(EUI, 'test-env', 'index.js'),
    output: {
      path: FOLDER,
      // Renamed once complete, because workers and other runs read it.
      filename: `test-env-${version}.${process.pid}.js`,
      library: { type: 'commonjs2' },
    },
    resolve: {
      alias: Object.fromEntries(
        Object.entries(REAL_PARTS).map(([part, real]) => [path.join(EUI, 'test-env', part), real])
      ),
    },
    externals: [
      ({ request }, callback) =>
        /^([./]|@elastic\/eui\/)/.test(request)
          ? callback()
          : callback(null, `commonjs ${request}`),
    ],
  });
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : resolve(result)))
  );
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  fs.renameSync(EUI_BUNDLE.replace(/\.js$/, `.${process.pid}.js`), EUI_BUNDLE);
}

module.exports = { buildEuiBundle, EUI_BUNDLE };
