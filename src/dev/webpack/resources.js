'use strict';
/**
 * Copies the files that the server reads besides scripts, such as translations and manifests, so
 * that a build runs without its sources.
 */
const path = require('node:path');
const CopyPlugin = require('copy-webpack-plugin');
const { inRoot } = require('../../../scripts/lib/paths');

const FOLDERS = ['translations', 'public/assets'];

/** Folders of `docs` that the server shows. */
const GUIDES = ['guide', 'reference'];

const folder = (from, to, files = '**/*') => ({
  from: files,
  context: from,
  to: path.posix.join('resources', to, '[path][name][ext]'),
  noErrorOnMissing: true,
  // These files are used unchanged.
  info: { minimized: true },
});

const pluginPatterns = ({ id, dir, manifestFile }) => [
  { from: path.join(dir, manifestFile), to: `resources/plugins/${id}/${manifestFile}` },
  ...FOLDERS.map((name) => folder(path.join(dir, name), `plugins/${id}/${name}`)),
];

/**
 * @param {Array<{ id: string, dir: string, manifestFile: string }>} plugins included in the build
 */
const resourcesPlugin = (plugins) =>
  new CopyPlugin({
    patterns: [
      folder(inRoot('src', 'core', 'translations'), 'core/translations'),
      folder(inRoot('src', 'ui_kit', 'translations'), 'core/translations/ui_kit'),
      folder(inRoot('src', 'core', 'server', 'assets'), 'core/assets'),
      ...GUIDES.map((name) => folder(inRoot('docs', name), `core/guides/${name}`, '*.md')),
      ...plugins.flatMap(pluginPatterns),
    ],
  });

module.exports = { resourcesPlugin };
