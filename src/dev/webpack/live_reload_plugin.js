'use strict';
/** Emits the marker file that live_reload.js polls. */
class LiveReloadPlugin {
  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap('LiveReloadPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'LiveReloadPlugin', stage }, () =>
        compilation.emitAsset('live_reload.txt', new RawSource('\n'))
      );
    });
  }
}

module.exports = { LiveReloadPlugin };
