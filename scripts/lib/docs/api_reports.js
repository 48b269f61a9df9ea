'use strict';
/**
 * API reports of the entry points of core and the UI kit (docs/api): the declarations that plugins
 * can import, so that a changed contract is visible in review.
 */
const fs = require('node:fs');
const path = require('node:path');
const { ROOT, BUILD, inRoot } = require('../paths');

const REPORT_FOLDER = inRoot('docs', 'api');

/** Entry points, each with its tsconfig zone. */
const ENTRY_POINTS = [
  { name: 'core_public', zone: 'public', folder: 'core/public' },
  { name: 'core_server', zone: 'server', folder: 'core/server' },
  { name: 'ui_kit', zone: 'public', folder: 'ui_kit' },
];

const reportFile = (name) => path.join(REPORT_FOLDER, `${name}.api.md`);

/**
 * @typedef {{ name: string, file: string, isStale: boolean, undocumented: string[] }} ApiReport
 *   `undocumented`: names without a comment
 * @param {{ write: boolean, reportFolder?: string }} options `write: false` only compares
 * @returns {ApiReport[]}
 */
function checkApiReports({ write }) {
  // Inside the project, so that the declarations resolve packages.
  fs.mkdirSync(BUILD, { recursive: true });
  const work = fs.mkdtempSync(path.join(BUILD, 'api-'));
  try {
    return ENTRY_POINTS.map((entryPoint) => {
      const { name } = entryPoint;
      const text = createReport(entryPoint, path.join(work, name));
      const file = reportFile(name);
      const isStale = !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text;
      if (isStale && write) {
        fs.mkdirSync(REPORT_FOLDER, { recursive: true });
        fs.writeFileSync(file, text);
      }
      const undocumented = undocumentedNames(text);
      return { name, file: path.relative(ROOT, file), isStale, undocumented };
    });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} report
 * @returns {string[]} declarations without a comment, with their container
 */
function undocumentedNames(report) {
  const lines = report.split('\n');
  let owner = '';
  return lines.flatMap((line, index) => {
    if (/^export /.test(line)) owner = declaredName(line);
    if (!line.includes('(undocumented)')) return [];
    const next = lines.slice(index + 1).find((other) => !other.trim().startsWith('//')) ?? '';
    return [/^\s/.test(line) ? `${owner}.${declaredName(next)}` : declaredName(next)];
  });
}

const declaredName = (line) =>
  /^\s*(?:(?:export|declare|abstract|static|readonly|const|let|class|interface|type|function|enum|get|set) )*'?([\w$-]+)/.exec(
    line
  )?.[1] ?? line.trim();

/** @throws if the entry point does not compile or API Extractor cannot read it */
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
          // Types that are reachable but not exported stay visible in review.
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

/** The merged compiler options of a zone. */
function tsconfigFor(zone) {
  const [base, own] = ['base', zone].map((name) => readTsconfig(name).compilerOptions);
  const compilerOptions = { ...base, ...own };
  // Options of the whole project, not of one entry point.
  for (const name of ['paths', 'incremental', 'tsBuildInfoFile']) delete compilerOptions[name];
  return { compilerOptions };
}

/** Adds core's entry points under the names that dependents import. */
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

/**
 * Emits the declarations of the entry point and everything it reaches.
 * @returns the entry point's own file
 */
function emitDeclarations({ zone, folder }, outDir) {
  const ts = require('typescript');
  const entry = inRoot('src', folder, 'index.ts');
  const { compilerOptions } = withCore(tsconfigFor(zone), inRoot('src'), 'ts');
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, inRoot('tsconfig'));
  const program = ts.createProgram([entry], {
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

module.exports = { checkApiReports, undocumentedNames };
