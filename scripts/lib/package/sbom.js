'use strict';
/**
 * The list of all parts in the archive (CycloneDX), as npm makes it, without what only development
 * needs.
 */
const { inRoot } = require('../paths');
const { run } = require('../child');

const { name: OWN_NAME } = require(inRoot('package.json'));

/**
 * @param {import('./packages').Package[]} packages that are shipped
 * @returns {Promise<object>} a CycloneDX document
 * @throws when npm fails, or a package is not in its list
 */
async function sbomOf(packages) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { code, stdout } = await run(npm, args, {
    cwd: inRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with code ${code}.`);
  return shippedOnly(JSON.parse(stdout), packages);
}

const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;

function shippedOnly(bom, packages) {
  const shipped = new Map(packages.map((part) => [`${part.name}@${part.version}`, part]));
  const components = bom.components
    .filter((component) => shipped.has(nameOf(component)))
    .map((component) => asPart(component, shipped.get(nameOf(component))));
  const listed = new Set(components.map(nameOf));
  const missing = [...shipped.keys()].filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`);
  const own = { ...bom.metadata.component, name: OWN_NAME, type: 'application' };
  const refs = new Set([own, ...components].map((component) => component['bom-ref']));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: own },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => refs.has(one)),
      })),
  };
}

/**
 * To npm a package inside a browser bundle is one of development, and old lock files know no
 * licences.
 */
const asPart = ({ properties = [], ...component }, { license }) => ({
  ...component,
  scope: 'required',
  licenses: component.licenses ?? [{ license: { name: license } }],
  properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
});

module.exports = { sbomOf };
