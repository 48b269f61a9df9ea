'use strict';
/**
 * Leaves of the calls that a file declares (`common/calls`) what the browser needs: method, path
 * and whether they are about the chosen cluster. Schemas, errors and limits would cost each page
 * more than the rest of its client.
 */
const ts = require('typescript');

const ADDRESS = ['method', 'path'];
const FOR_CLUSTERS = 'forClusters';

module.exports = function callLoader(source) {
  const file = ts.createSourceFile(this.resourcePath, source, ts.ScriptTarget.Latest, true);
  const fail = (node, problem) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    this.emitError(new Error(`${this.resourcePath}:${line + 1}: ${problem}`));
  };
  const lines = file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return statement.getText();
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      return [];
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
    const declarations = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [];
    if (declarations.length === 0 || !declarations.every(isCall)) {
      fail(statement, 'A file of calls exports calls and types alone.');
      return [];
    }
    return declarations.map((declaration) => addressLine(declaration, fail));
  });
  return `${lines.join('\n')}\n`;
};

const isCall = ({ initializer }) =>
  initializer !== undefined &&
  ts.isCallExpression(initializer) &&
  initializer.expression.getText() === 'defineCall' &&
  ts.isObjectLiteralExpression(initializer.arguments[0]);

function addressLine({ name, initializer }, fail) {
  const { properties } = initializer.arguments[0];
  const find = (key) => properties.find((one) => one.name?.getText() === key);
  const values = ADDRESS.map((key) => {
    const property = find(key);
    if (
      !property ||
      !ts.isPropertyAssignment(property) ||
      !ts.isStringLiteral(property.initializer)
    )
      fail(name, `The ${key} of a call must be a text.`);
    return property?.getText();
  });
  const forClusters = find(FOR_CLUSTERS);
  if (forClusters) {
    if (forClusters.initializer?.kind !== ts.SyntaxKind.TrueKeyword)
      fail(name, 'Whether a call is for clusters must be "true", or left out.');
    values.push(forClusters.getText());
  }
  return `export const ${name.getText()} = { ${values.join(', ')} };`;
}
