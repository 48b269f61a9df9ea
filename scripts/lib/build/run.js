'use strict';
/** Runs webpack over both builds, with progress output and a readable report. */
const webpack = require('webpack');
const { createConfigs } = require('../../../webpack.config.js');

const isTerminal = process.stdout.isTTY;

/** Progress as one rewritten line on a terminal, and a line per quarter elsewhere. */
function progressHandler(name) {
  let lastQuarter = -1;
  return (fraction, phase) => {
    const percent = Math.floor(fraction * 100);
    if (isTerminal) {
      process.stdout.write(`\r\x1b[2K${name}: ${percent} % ${phase}`);
      if (percent === 100) process.stdout.write('\r\x1b[2K');
      return;
    }
    const quarter = Math.floor(percent / 25);
    if (quarter <= lastQuarter) return;
    lastQuarter = quarter;
    process.stdout.write(`  ${name}: ${quarter * 25} %\n`);
  };
}

/**
 * @param {{ mode: 'production' | 'development', pluginPaths: string[], buildDir?: string,
 *   compress?: boolean }} options
 * @returns {import('webpack').MultiCompiler}
 */
function createCompiler(options) {
  const configs = createConfigs(options);
  const compiler = webpack(configs);
  compiler.compilers.forEach((single) =>
    new webpack.ProgressPlugin(progressHandler(single.options.name)).apply(single)
  );
  return compiler;
}

/**
 * Builds once.
 * @returns {Promise<import('webpack').MultiStats>}
 */
function buildOnce(options) {
  const compiler = createCompiler(options);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      // Closing writes the cache that speeds up the next build.
      compiler.close((closeError) => {
        if (error ?? closeError) reject(error ?? closeError);
        else resolve(stats);
      });
    });
  });
}

/** Errors and warnings of all builds, each with its file. */
function problemsText(stats) {
  return stats.toString({
    all: false,
    errors: true,
    warnings: true,
    errorDetails: false,
    moduleTrace: true,
    colors: isTerminal,
  });
}

module.exports = { createCompiler, buildOnce, problemsText };
