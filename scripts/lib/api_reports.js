'use strict';
/**
 * Public API reports of core's doors and the kit's (docs/api): what plugins can import, as declarations, so that a
 * change to the contract shows in review. TypeScript writes the declarations, API Extractor the report.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ROOT, BUILD, inRoot } = require('./paths');

const REPORT_FOLDER = inRoot('docs', 'api');

/** Door to the tsconfig zone it is checked in. */
const DOORS = [
  { name: 'core_public', zone: 'public', folder: 'core/public' },
  { name: 'core_server', zone: 'server', folder: 'core/server' },
  { name: 'ui_kit', zone: 'public', folder: 'ui_kit' },
];

const reportFile = (name) => path.join(REPORT_FOLDER, `${name}.api.md`);

/**
 * @typedef {{ name: string, file: string, isStale: boolean }} ApiReport
 * @param {{ write: boolean, reportFolder?: string }} options `write: false` only compares
 * @returns {ApiReport[]}
 */
function checkApiReports({ write }) {
  // Inside the project, so that the declarations find the packages they name.
  fs.mkdirSync(BUILD, { recursive: true });
  const work = fs.mkdtempSync(path.join(BUILD, 'api-'));
  try {
    return DOORS.map((door) => {
      const text = createReport(door, path.join(work, door.name));
      const file = reportFile(door.name);
      const isStale = !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text;
      if (isStale && write) {
        fs.mkdirSync(REPORT_FOLDER, { recursive: true });
        fs.writeFileSync(file, text);
      }
      return { name: door.name, file: path.relative(ROOT, file), isStale };
    });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** @throws when the door does not compile or API Extractor cannot read it */
function createReport({ name, zone, folder }, work) {
  const types = path.join(work, 'types');
  const entry = emitDeclarations({ zone, folder }, types);
  const { Extractor, ExtractorConfig } = require('@microsoft/api-extractor');
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: withCore(tsconfigFor(zone), types, 'd.ts') },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: work,
        reportTempFolder: path.join(work, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: {
          default: { logLevel: 'none' },
          // Reachable but without a name of its own: worth seeing in review.
          'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: false },
        },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: inRoot('package.json'),
  });
  const problems = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      message.handled = true;
      if (message.logLevel === 'error') problems.push(message.text);
    },
  });
  if (!succeeded || problems.length > 0) {
    throw new Error(`No API report of ${name}: ${problems.join('\n') || 'API Extractor failed'}`);
  }
  return fs.readFileSync(path.join(work, `${name}.api.md`), 'utf8');
}

/** The zone's own options, all in one object. */
function tsconfigFor(zone) {
  const [base, own] = ['base', zone].map((name) => readTsconfig(name).compilerOptions);
  const compilerOptions = { ...base, ...own };
  // About the whole project, not about one door.
  for (const name of ['paths', 'incremental', 'tsBuildInfoFile']) delete compilerOptions[name];
  return { compilerOptions };
}

/** Core's doors as what stands on core names them. */
const withCore = ({ compilerOptions }, sources, extension) => ({
  compilerOptions: {
    ...compilerOptions,
    paths: {
      '@sd/contracts': [path.join(sources, 'contracts', `index.${extension}`)],
      '@sd/core/*': [path.join(sources, 'core', '*', `index.${extension}`)],
    },
  },
});

function readTsconfig(name) {
  const ts = require('typescript');
  const { config, error } = ts.readConfigFile(inRoot('tsconfig', `${name}.json`), ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  return config;
}

/** Declarations of the door and of all it reaches. @returns the door's own file */
function emitDeclarations({ zone, folder }, outDir) {
  const ts = require('typescript');
  const door = inRoot('src', folder, 'index.ts');
  const { compilerOptions } = withCore(tsconfigFor(zone), inRoot('src'), 'ts');
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, inRoot('tsconfig'));
  const program = ts.createProgram([door], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: inRoot('src'),
    outDir,
  });
  const { diagnostics } = program.emit();
  if (diagnostics.length > 0) {
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => ROOT,
        getNewLine: () => '\n',
      })
    );
  }
  return path.join(outDir, folder, 'index.d.ts');
}

module.exports = { checkApiReports };
