'use strict';
/**
 * Reads from the types of a plugin which contracts it uses and provides, and where it casts them.
 */
const path = require('node:path');

/**
 * @typedef {import('typescript').Type} Type
 * @typedef {{ name: string, phase: 'setup' | 'start', type: Type | undefined }} Step a method that
 *   receives contracts
 * @typedef {{ steps: Step[], given: { setup: Type | undefined, start: Type | undefined } }}
 *   Dependencies
 * @returns {Dependencies | undefined} `undefined`: not a readable plugin
 */
function readDependencies(program, checker, file) {
  const instance = instanceType(program, checker, file);
  const setup = instance && methodOf(checker, instance, 'setup');
  const start = instance && methodOf(checker, instance, 'start');
  if (!setup || !start) return undefined;
  return {
    steps: [
      { name: 'setup', phase: 'setup', type: parameterType(checker, setup, 1) },
      { name: 'start', phase: 'start', type: parameterType(checker, start, 1) },
      { name: 'getStartServices', phase: 'start', type: startServicesType(checker, setup) },
    ],
    given: { setup: resultType(checker, setup), start: resultType(checker, start) },
  };
}

/** The type as written, without the widening by the annotation of the export. */
function instanceType(program, checker, file) {
  const source = program.getSourceFile(path.resolve(file));
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === 'plugin');
  const declaration = symbol?.valueDeclaration;
  if (!declaration) return undefined;
  const node = declaration.initializer ?? declaration;
  const [signature] = checker.getTypeAtLocation(node).getCallSignatures();
  return signature && checker.getReturnTypeOfSignature(signature);
}

function methodOf(checker, type, name) {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbol(symbol).getCallSignatures()[0];
}

function parameterType(checker, signature, index) {
  const parameter = signature.getParameters()[index];
  return parameter && checker.getTypeOfSymbol(parameter);
}

/** The contracts of other plugins in the result of `core.getStartServices()` of the setup. */
function startServicesType(checker, setup) {
  const core = parameterType(checker, setup, 0);
  const accessor = core && methodOf(checker, core, 'getStartServices');
  const tuple = accessor && resultType(checker, accessor);
  return tuple && checker.getTypeArguments(tuple)[1];
}

const resultType = (checker, signature) =>
  checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));

/**
 * Casts of contracts of other plugins, in all files of one side of a plugin.
 * @returns {Array<{ file: string, line: number }>}
 */
function castsOf(program, checker, folder, { steps }) {
  const ts = require('typescript');
  const arriving = new Set(steps.flatMap(({ type }) => (type === undefined ? [] : [type])));
  const found = [];
  const visit = (source) => (node) => {
    const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    if (isCast && arriving.has(checker.getTypeAtLocation(node.expression))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ file: source.fileName, line: line + 1 });
    }
    ts.forEachChild(node, visit(source));
  };
  for (const source of program.getSourceFiles())
    if (path.resolve(source.fileName).startsWith(folder + path.sep)) visit(source)(source);
  return found;
}

module.exports = { readDependencies, castsOf };
