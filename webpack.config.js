'use strict';
/**
 * Two builds: the browser's scripts (build/public) and the server (build/server). Core and all
 * plugins are one compilation on either side, so that React, or a class that core exports, exists
 * once. `npm run build` calls `createConfigs`; `npx webpack` works as well.
 */
const fs = require('node:fs');
const path = require('node:path');
const webpack = require('webpack');
const TerserPlugin = require('terser-webpack-plugin');
const { AssetsPlugin } = require('./src/dev/webpack/assets_plugin');
const { ChunkNamesPlugin } = require('./src/dev/webpack/chunk_names_plugin');
const { LiveReloadPlugin } = require('./src/dev/webpack/live_reload_plugin');
const { OptionalPackagesPlugin } = require('./src/dev/webpack/optional_packages');
const { PackagesPlugin } = require('./src/dev/webpack/packages_plugin');
const { resourcesPlugin } = require('./src/dev/webpack/resources');
const { ROOT, inRoot, CACHE, BUILD } = require('./scripts/lib/paths');
const { findPlugins, PLUGIN_FOLDERS } = require('./scripts/lib/plugins/find');

const dev = (...parts) => inRoot('src', 'dev', 'webpack', ...parts);
const EUI = inRoot('node_modules', '@elastic', 'eui', 'optimize', 'es');
/** Slow lines and cold proxies: give a chunk time before the page reports it as missing. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** What both builds share. */
function baseConfig({ mode, name }) {
  return {
    name,
    mode,
    context: ROOT,
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      // Plugins that live elsewhere take packages from here when they bring none.
      modules: ['node_modules', inRoot('node_modules')],
      alias: {
        // Exactly the entry points: anything deeper does not resolve.
        '@sd/contracts$': inRoot('src', 'contracts', 'index.ts'),
        '@sd/core/common$': inRoot('src', 'core', 'common', 'index.ts'),
        '@sd/core/public$': inRoot('src', 'core', 'public', 'index.ts'),
        '@sd/core/server$': inRoot('src', 'core', 'server', 'index.ts'),
        '@sd/ui_kit$': inRoot('src', 'ui_kit', 'index.ts'),
      },
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      cacheDirectory: path.join(CACHE, 'webpack'),
      buildDependencies: {
        config: [
          __filename,
          `${dev()}/`,
          inRoot('tsconfig', 'base.json'),
          inRoot('package-lock.json'),
        ],
      },
    },
    // Nobody edits packages in place, so their versions are enough to know them.
    snapshot: { managedPaths: [inRoot('node_modules')] },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** Types are checked by `npm test` and the editor; here they are only taken off. */
const typescriptRule = (zone) => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: {
    loader: 'ts-loader',
    options: {
      transpileOnly: true,
      onlyCompileBundledFiles: true,
      instance: zone,
      configFile: inRoot('tsconfig', `${zone}.json`),
      compilerOptions: { noEmit: false, incremental: false, sourceMap: true },
    },
  },
});

/** Replaces a request, only where it comes from a folder that matches. */
const replaceFrom = (request, from, replacement) =>
  new webpack.NormalModuleReplacementPlugin(request, (resource) => {
    if (from.test(resource.context)) resource.request = replacement;
  });

/** `moment-timezone` asks for the real moment. */
const NOT_MOMENT_ITSELF = /^(?!.*[/\\]node_modules[/\\]moment-timezone[/\\])/;

/** EUI's modules that compute palettes. */
const PALETTES = /[/\\](color_palette|stepped_gradient|color_picker)\.js$/;

/** EUI's modules that compare themes with each other: plain values. */
const THEMES = /[/\\](eui-theme-common[/\\].*|eui[/\\].*[/\\]theme)$/;

/**
 * Each saves 5 KiB or more, or keeps moment off pages without dates: decision 9 has the figures.
 */
const sizeRecipes = () => [
  new webpack.NormalModuleReplacementPlugin(/^chroma-js$/, (resource) => {
    const isPalette = PALETTES.test(resource.contextInfo.issuer);
    resource.request = dev('shims', isPalette ? 'chroma_palettes.js' : 'chroma.js');
  }),
  // EUI asks for `{ uniqueId } from 'lodash'`, which would be the whole of it.
  new webpack.NormalModuleReplacementPlugin(/^lodash($|\/)/, (resource) => {
    resource.request = resource.request.replace(/^lodash/, 'lodash-es');
  }),
  // A package in the place of one ten times as large; no code of ours.
  replaceFrom(/^lodash(-es)?\/isEqual$/, THEMES, require.resolve('fast-deep-equal')),
  replaceFrom(/^moment$/, /eui[/\\].*services[/\\]predicate/, dev('shims', 'moment_predicates.js')),
  replaceFrom(/^moment$/, /eui[/\\].*services[/\\]format/, dev('shims', 'moment_formats.js')),
  new webpack.NormalModuleReplacementPlugin(/^refractor$/, dev('shims', 'refractor.js')),
  replaceFrom(/^moment(-timezone)?$/, NOT_MOMENT_ITSELF, dev('shims', 'moment.js')),
  new webpack.IgnorePlugin({ resourceRegExp: /^\.\/locale$/, contextRegExp: /moment$/ }),
];

const PACKAGE = /[/\\]node_modules[/\\]|[/\\]dev[/\\]webpack[/\\]shims[/\\]/;

/**
 * One file of what some `import()`s take from packages, instead of one for each set of chunks that
 * share a module: fewer requests, and brotli finds more to repeat. All other pages use it as well.
 */
const packagesOf = (name, priority, isUser) => ({
  name,
  priority,
  enforce: true,
  test: (module, { chunkGraph }) =>
    PACKAGE.test(module.nameForCondition() ?? '') &&
    [...chunkGraph.getModuleChunksIterable(module)].some(isUser),
});

const isLoadedBy = (requests) => (chunk) =>
  [...chunk.groupsIterable].some(({ origins }) =>
    origins.some(({ request }) => requests.includes(request))
  );

/** Their icons are on the first screen after signing in. */
const SHELL_DIRS = [
  inRoot('src', 'core'),
  inRoot('src', 'plugins', 'home'),
  inRoot('src', 'ui_kit', 'list'),
  inRoot('src', 'ui_kit', 'saved_objects'),
  inRoot('src', 'plugins', 'security', 'public', 'apps', 'account'),
];

/** The page that most visits begin with; what is here counts against its budget. */
const isLoginPage = isLoadedBy(['../apps/login']);
/** What comes with the shell around every application. */
const isShell = isLoadedBy(['./header/header', './utility_classes']);

const KIT_SUBJECT = /[/\\]src[/\\]ui_kit[/\\]([a-z_]+)[/\\]/;

const LARGE_SUBJECTS = ['list', 'forms', 'dialogs'];

const PACKAGE_FILES = {
  packages: packagesOf('packages', 20, (chunk) => chunk.canBeInitial() || isLoginPage(chunk)),
  shell: packagesOf('shell', 10, isShell),
  uiKit: {
    // One file for each large subject of the kit, and one for the rest; every plugin's screens
    // share them.
    name: (module) => {
      const [, subject] = KIT_SUBJECT.exec(module.nameForCondition());
      return `ui_kit-${LARGE_SUBJECTS.includes(subject) ? subject : 'base'}`;
    },
    test: (module) => KIT_SUBJECT.test(module.nameForCondition() ?? ''),
    chunks: 'async',
    priority: 5,
    enforce: true,
  },
};

/**
 * Tells Chromium to compile all functions of the files of every page together, off the main thread,
 * instead of one by one when they are called. Most of their functions are called at the start;
 * in other files most are not. Other browsers ignore the comment.
 */
const compileAtOnce = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    include: /^(core|packages|shell)\.[0-9a-f]+\.js$/,
    // After minimizing, which removes comments.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING,
  });

/** Once on a page, even when a plugin brings a copy of its own for its editor. */
const singlePackages = Object.fromEntries(
  ['@emotion/react', 'history', 'react', 'react-dom', 'rxjs'].map((name) => [
    name,
    inRoot('node_modules', name),
  ])
);

/**
 * The plugin whose file has a plugin's entry: its own, or one of the product that it cannot do
 * without, which saves every page a request.
 */
function hostOf(plugin, plugins) {
  const host = plugins.find(
    ({ id, dir }) =>
      plugin.manifest.requiredPlugins.includes(id) &&
      [plugin.dir, dir].every((folder) => path.dirname(folder) === inRoot('src', 'plugins'))
  );
  return host ? hostOf(host, plugins) : plugin;
}

function browserConfig({ mode, plugins, pluginPaths, buildDir, compress }) {
  const isProduction = mode === 'production';
  const base = baseConfig({ mode, name: 'browser' });
  const withUi = plugins.filter(({ manifest }) => manifest.ui);
  const pluginEntries = withUi
    .filter((plugin) => hostOf(plugin, withUi) === plugin)
    .map((host) => [
      `plugin-${host.id}`,
      {
        import: withUi
          .filter((plugin) => hostOf(plugin, withUi) === host)
          .map(({ dir, manifestFile }) => `${path.join(dir, manifestFile)}?entry`),
        // The page always loads core first, so a plugin's files leave out what core has.
        dependOn: 'core',
      },
    ]);
  return {
    ...base,
    target: ['web', 'es2022'],
    entry: {
      core: [
        dev('public_path.js'),
        dev('plugin_registry.js'),
        ...(isProduction ? [] : [dev('live_reload.js')]),
        './src/core/public/entry.ts',
      ],
      ...Object.fromEntries(pluginEntries),
    },
    output: {
      path: path.join(buildDir, 'public'),
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      publicPath: 'auto',
      chunkLoadTimeout: CHUNK_LOAD_TIMEOUT_MS,
      chunkLoadingGlobal: '__sdChunks__',
      uniqueName: 'security-dashboards',
    },
    // The content security policy has no `unsafe-eval`, in development either.
    devtool: isProduction ? false : 'source-map',
    resolve: {
      ...base.resolve,
      // rxjs keeps its modern build behind this name; by default it hands out ES5.
      conditionNames: ['es2015', '...'],
      alias: {
        ...base.resolve.alias,
        ...singlePackages,
        // Both spellings together: two copies of EUI would not share their contexts.
        '@elastic/eui/es': EUI,
        '@elastic/eui$': path.join(EUI, 'index.js'),
      },
    },
    module: {
      rules: [
        typescriptRule('public'),
        {
          // Before TypeScript, which then drops the imports that are left without a use.
          enforce: 'pre',
          test: /[/\\]common[/\\]calls([/\\][a-z_]+)?\.ts$/,
          loader: dev('call_loader.js'),
        },
        // What an entry point re-exports without a user here stays out, and what one screen
        // asks for goes to that screen.
        { test: /[/\\](public|common|contracts|ui_kit)[/\\].*\.tsx?$/, sideEffects: false },
        {
          test: /\.json$/,
          resourceQuery: /^\?entry$/,
          type: 'javascript/auto',
          loader: dev('plugin_entry_loader.js'),
        },
        {
          test: path.join(EUI, 'components', 'icon', 'icon_map.js'),
          use: {
            loader: dev('icon_map_loader.js'),
            // Its name in the cache: other plugins, other icons.
            ident: `icons:${pluginPaths.join(',')}`,
            options: {
              sourceDirs: [
                inRoot('src', 'core'),
                inRoot('src', 'ui_kit'),
                ...PLUGIN_FOLDERS,
                ...pluginPaths,
              ],
              shellDirs: SHELL_DIRS,
              ownDir: inRoot('src'),
            },
          },
        },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: false,
      splitChunks: {
        chunks: 'all',
        maxInitialRequests: 30,
        minSize: 20_000,
        cacheGroups: PACKAGE_FILES,
      },
      minimize: isProduction,
      minimizer: [
        // A second pass finds what the first has made superfluous: 0.6 KiB of the login page.
        new TerserPlugin({
          extractComments: false,
          parallel: 2,
          terserOptions: { compress: { passes: 2 } },
        }),
      ],
    },
    plugins: [
      ...sizeRecipes(),
      ...(isProduction ? [compileAtOnce()] : []),
      new ChunkNamesPlugin(),
      new AssetsPlugin({ compress }),
      new PackagesPlugin(path.join(buildDir, 'packages-browser.json')),
      new OptionalPackagesPlugin(plugins),
      ...(isProduction ? [] : [new LiveReloadPlugin()]),
    ],
  };
}

/**
 * Packages stay in node_modules: bare requests are left to Node's own `require`. Only what a plugin
 * outside the project brings itself is bundled, for the build could not find it again.
 */
function externalPackages({ request, context }, callback) {
  const isBare = !/^(\.|\/|[A-Za-z]:[/\\]|@sd\/)/.test(request);
  const isOurs = isBare && (!path.relative(ROOT, context).startsWith('..') || isInstalled(request));
  return isOurs ? callback(null, `commonjs ${request}`) : callback();
}

function isInstalled(request) {
  try {
    return Boolean(require.resolve(request, { paths: [ROOT] }));
  } catch {
    return false;
  }
}

/** Scripts of worker threads (src/workers), each in a file beside core.js. */
const isWorker = (name) => /_worker$/.test(name ?? '');

const workerEntries = () =>
  Object.fromEntries(
    ['backend', 'core/server']
      .flatMap((folder) =>
        fs
          .readdirSync(inRoot('src', folder), { recursive: true })
          .map((file) => inRoot('src', folder, file))
      )
      .filter((file) => /_worker\.ts$/.test(file))
      .map((file) => [path.basename(file, '.ts'), file])
  );

function serverConfig({ mode, plugins, buildDir, embed }) {
  const base = baseConfig({ mode, name: 'server' });
  const pluginEntries = plugins
    .filter(({ manifest }) => manifest.server)
    .map(({ id, dir }) => [`plugins/${id}`, path.join(dir, 'server', 'index.ts')]);
  return {
    ...base,
    target: 'node20',
    entry: {
      core: dev('server_entry.ts'),
      engine: dev('engine_entry.ts'),
      ...workerEntries(),
      ...Object.fromEntries(pluginEntries),
    },
    output: {
      path: path.join(buildDir, 'server'),
      filename: '[name].js',
      chunkFilename: '[name].js',
      library: { type: 'commonjs2' },
      clean: true,
    },
    devtool: 'source-map',
    // `process.env.NODE_ENV` and `__dirname` mean what they mean in Node.
    node: { __dirname: false, __filename: false },
    externals: [externalPackages],
    plugins: [
      resourcesPlugin(plugins.filter(({ isOwn }) => isOwn || embed)),
      new PackagesPlugin(path.join(buildDir, 'packages-server.json')),
      new OptionalPackagesPlugin(plugins),
    ],
    module: {
      rules: [typescriptRule('server')],
      // The server requires plugins by a path that only it knows: leave such calls to Node.
      parser: { javascript: { createRequire: false } },
    },
    optimization: {
      nodeEnv: false,
      minimize: false,
      moduleIds: 'named',
      chunkIds: 'named',
      // One module registry for core and plugins, or a plugin's `instanceof` would fail.
      runtimeChunk: { name: 'runtime' },
      splitChunks: {
        // A thread reads its own file only.
        chunks: (chunk) => !isWorker(chunk.name),
        minSize: 0,
        cacheGroups: { default: false, defaultVendors: false, shared: sharedWithPlugins },
      },
    },
  };
}

/** What plugins reach through core's entry point is in one file beside core.js. */
const sharedWithPlugins = {
  name: 'shared',
  test: /[/\\]src[/\\](contracts|core|backend|workers)[/\\]/,
  minChunks: 1,
  enforce: true,
};

const warn = (text) => void process.stderr.write(`${text}\n`);

/**
 * @param {{ mode?: 'production' | 'development', pluginPaths?: string[], buildDir?: string,
 *   compress?: boolean, embed?: boolean }} [options] `pluginPaths`: absolute folders of plugins
 *   outside src/plugins; `buildDir`: where `public` and `server` go; `compress`: write `.br` and
 *   `.gz` files, default in production; `embed`: plugins of `pluginPaths` are part of the build,
 *   which then needs neither their folders nor `plugins.paths`
 */
function createConfigs({
  mode = 'production',
  pluginPaths = [],
  buildDir = BUILD,
  compress = mode === 'production',
  embed = false,
} = {}) {
  const options = {
    mode,
    pluginPaths,
    buildDir,
    compress,
    embed,
    // An archive without one of its plugins would be a surprise.
    plugins: findPlugins(pluginPaths, embed ? undefined : warn),
  };
  return [browserConfig(options), serverConfig(options)];
}

module.exports = (_env, argv) => createConfigs({ mode: argv?.mode });
module.exports.createConfigs = createConfigs;
