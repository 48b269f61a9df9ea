'use strict';
/**
 * Replaces EUI's icon map (556 icons, each a chunk of its own) with one that has the icons in use:
 * the login page's in the main scripts, all others in one chunk named `icons`. A name that EUI does
 * not have fails the build, for it would show as an empty box.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseIconMap, namesMentioned, namesRequired } = require('./icon_names');

/** Needed before anything else is on screen: login form, its error call-outs, busy states. */
const EAGER = ['user', 'lock', 'eye', 'eyeSlash', 'warning', 'empty'];

/** EUI does not change while a process runs. */
let euiMentions;

function sourceFiles(dir, extension) {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extension.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function mentionsOfEui(componentsDir, known) {
  const files = sourceFiles(componentsDir, /^(?!.*\.a11y).*\.js$/).filter(
    (file) => !/[/\\]icon[/\\](assets|icon_map|svgs)/.test(file)
  );
  return files.flatMap((file) => namesMentioned(fs.readFileSync(file, 'utf8'), known));
}

/** Icons to ship; reports names that do not exist as errors of the build. */
function usedIcons(loader, known) {
  const { sourceDirs } = loader.getOptions();
  euiMentions ??= mentionsOfEui(path.resolve(loader.context, '..'), known);
  const used = new Set([...EAGER, ...euiMentions]);
  for (const dir of sourceDirs) {
    loader.addContextDependency(dir);
    for (const file of sourceFiles(dir, /^(?!.*\.test\.).*\.tsx?$/)) {
      const text = fs.readFileSync(file, 'utf8');
      for (const name of namesMentioned(text, known)) used.add(name);
      for (const name of namesRequired(text)) {
        // Once, not again for the lazy half.
        if (!known.has(name) && !loader.resourceQuery)
          loader.emitError(unknownIcon(loader, file, name));
      }
    }
  }
  return [...used].filter((name) => known.has(name)).sort();
}

const unknownIcon = (loader, file, name) =>
  new Error(
    `${path.relative(loader.rootContext, file)}: EUI has no icon "${name}". Take a name from ` +
      'node_modules/@elastic/eui/optimize/es/components/icon/icon_map.js.'
  );

/** @this {import('webpack').LoaderContext<{ sourceDirs: string[] }>} */
module.exports = function iconMapLoader(source) {
  const known = parseIconMap(source);
  const names = usedIcons(this, known);
  const lazy = names.filter((name) => !EAGER.includes(name));
  return this.resourceQuery === '?lazy' ? renderLazy(known, lazy) : renderMap(known, lazy);
};

/** The content of the `icons` chunk. */
const renderLazy = (known, lazy) =>
  lazy.map((name) => `export { icon as ${name} } from './assets/${known.get(name)}';\n`).join('');

const renderMap = (known, lazy) => `
${EAGER.map((name) => `import { icon as ${name} } from './assets/${known.get(name)}';`).join('\n')}

export const typeToPathMap = {
${EAGER.map((name) => `  ${name}: () => Promise.resolve({ icon: ${name} }),`).join('\n')}
};

for (const name of ${JSON.stringify(lazy.join(' '))}.split(' ')) {
  typeToPathMap[name] = () =>
    import(/* webpackChunkName: "icons" */ './icon_map?lazy').then(
      (icons) => ({ icon: icons[name] }),
      (error) => {
        console.error('Icons could not be loaded.', error);
        return { icon: empty };
      }
    );
}

// EUI asks this way whether a name is an icon, and draws nothing when it is not.
Object.defineProperty(typeToPathMap, 'hasOwnProperty', {
  value(name) {
    const isKnown = Object.hasOwn(typeToPathMap, name);
    if (!isKnown && /^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      console.error('Icon "' + name + '" is not in the curated icon map: write its name as a literal.');
    }
    return isKnown;
  },
});
`;
