'use strict';
/** The compiler of the tests, after a guard is gone. */
const { createTransformer } = require('@swc/jest');
const { weaken } = require('./weaken');

module.exports = {
  createTransformer(options) {
    const compiler = createTransformer(options);
    const after =
      (work) =>
      (source, filename, ...rest) =>
        work.call(compiler, weaken(source, filename), filename, ...rest);
    return {
      ...compiler,
      process: after(compiler.process),
      processAsync: after(compiler.processAsync),
      // What is left of a file decides: all others come out of the cache.
      getCacheKey: after(compiler.getCacheKey),
    };
  },
};
