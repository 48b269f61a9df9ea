'use strict';
/** The TypeScript program that compares contracts of plugins. */
const path = require('node:path');
const { inRoot } = require('../paths');

/**
 * Packages whose types appear in contracts. Others are treated as `any`: reading them would take
 * most of the time and distinguish no contract.
 */
const READ_PACKAGES = /^(rxjs|@sinclair\/typebox|@tanstack|react-hook-form)(\/|$)/;

const LIBS = { public: ['lib.es2022.d.ts', 'lib.dom.d.ts'], server: ['lib.es2022.d.ts'] };

/**
 * @param {'public' | 'server'} side
 * @param {readonly string[]} files absolute
 */
function programOf(side, files) {
  const ts = require('typescript');
  const file = inRoot('tsconfig', 'base.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options: base } = ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(file));
  const options = { ...base, noEmit: true, incremental: false, types: [], lib: LIBS[side] };
  const host = ts.createCompilerHost(options);
  const cache = ts.createModuleResolutionCache(inRoot(), (name) => name, options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => {
      const isRead = text.startsWith('.') || text.startsWith('@sd/') || READ_PACKAGES.test(text);
      if (!isRead) return { resolvedModule: undefined };
      const from =
        text.startsWith('.') || text.startsWith('@sd/') ? containingFile : inRoot('x.ts');
      return ts.resolveModuleName(text, from, options, host, cache);
    });
  const program = ts.createProgram(
    files.map((file) => path.resolve(file)),
    options,
    host
  );
  return { program, checker: program.getTypeChecker() };
}

module.exports = { programOf };
