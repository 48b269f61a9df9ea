'use strict';
/**
 * Replaces EUI's icon map (556 icons, one chunk each) with the icons in use: those of the login
 * page in the main scripts, those of the shell and home in one chunk named `icons`, all others in
 * one named `icons_more`. An unknown icon name would render as an empty box, so it fails the build
 * of the product and is a warning for external plugins.
 */
const fs = require('node:fs');
const path = require('node:path');
const { parseIconMap, namesMentioned, namesRequired } = require('./icon_names');

/** Needed for the first render: login form, error callouts, loading states. */
const EAGER = ['user', 'lock', 'eye', 'eyeSlash', 'warning', 'empty'];

/** Folders of the EUI components that surround every app, and of the lists on the home page. */
const SHELL_COMPONENTS =
  /^(accordion|badge|basic_table|breadcrumbs|button|call_out|collapsible_nav|context_menu|filter_group|flyout|form|header|link|list_group|pagination|popover|table|toast)$/;

/** Cached, because EUI does not change while the process runs. */
let euiMentions;

function sourceFiles(dir, extension) {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extension.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** @returns {Array<{ name: string, isShell: boolean }>} */
function mentionsOfEui(componentsDir, known) {
  const files = sourceFiles(componentsDir, /^(?!.*\.a11y).*\.js$/).filter(
    (file) => !/[/\\]icon[/\\](assets|icon_map|svgs)/.test(file)
  );
  return files.flatMap((file) => {
    const [component] = path.relative(componentsDir, file).split(path.sep);
    const isShell = SHELL_COMPONENTS.test(component);
    const names = namesMentioned(fs.readFileSync(file, 'utf8'), known);
    return names.map((name) => ({ name, isShell }));
  });
}

/**
 * Selects the icons to ship, and reports unknown names as build errors.
 * @returns {{ shell: string[], more: string[] }} without the eager ones
 */
function usedIcons(loader, known) {
  const { sourceDirs, shellDirs, ownDir } = loader.getOptions();
  euiMentions ??= mentionsOfEui(path.resolve(loader.context, '..'), known);
  const used = new Set(euiMentions.map(({ name }) => name));
  const shell = new Set(euiMentions.filter(({ isShell }) => isShell).map(({ name }) => name));
  for (const dir of sourceDirs) {
    loader.addContextDependency(dir);
    for (const file of sourceFiles(dir, /^(?!.*\.test\.).*\.tsx?$/)) {
      const text = fs.readFileSync(file, 'utf8');
      const isShell = shellDirs.some((shellDir) => file.startsWith(shellDir + path.sep));
      for (const name of namesMentioned(text, known)) {
        used.add(name);
        if (isShell) shell.add(name);
      }
      for (const name of namesRequired(text)) {
        // Reported once; the second pass for the lazy chunks skips it.
        if (known.has(name) || loader.resourceQuery) continue;
        const emit = file.startsWith(ownDir + path.sep) ? 'emitError' : 'emitWarning';
        loader[emit](unknownIcon(loader, file, name));
      }
    }
  }
  const lazy = [...used].filter((name) => known.has(name) && !EAGER.includes(name)).sort();
  return {
    shell: lazy.filter((name) => shell.has(name)),
    more: lazy.filter((name) => !shell.has(name)),
  };
}

const unknownIcon = (loader, file, name) =>
  new Error(
    `${path.relative(loader.rootContext, file)}: EUI has no icon "${name}". Take a name from ` +
      'node_modules/@elastic/eui/optimize/es/components/icon/icon_map.js.'
  );

/**
 * @this {import('webpack').LoaderContext<{ sourceDirs: string[], shellDirs: string[], ownDir:
 *   string }>} `shellDirs`: folders whose icons load with the shell; `ownDir`: folder of the
 *   product
 */
module.exports = function iconMapLoader(source) {
  const known = parseIconMap(source);
  const lazy = usedIcons(this, known);
  if (this.resourceQuery === '?shell') return renderLazy(known, lazy.shell);
  if (this.resourceQuery === '?more') return renderLazy(known, lazy.more);
  return renderMap(known, lazy);
};

/** The source of a chunk of icons. */
const renderLazy = (known, lazy) =>
  lazy.map((name) => `export { icon as ${name} } from './assets/${known.get(name)}';\n`).join('');

const renderMap = (known, lazy) => `
${EAGER.map((name) => `import { icon as ${name} } from './assets/${known.get(name)}';`).join('\n')}

export const typeToPathMap = {
${EAGER.map((name) => `  ${name}: () => Promise.resolve({ icon: ${name} }),`).join('\n')}
};

const addLazy = (names, load) => {
  for (const name of names.split(' ')) {
    typeToPathMap[name] = () =>
      load().then(
        (icons) => ({ icon: icons[name] }),
        (error) => {
          console.error('Icons could not be loaded.', error);
          return { icon: empty };
        }
      );
  }
};
addLazy(${JSON.stringify(lazy.shell.join(' '))}, () =>
  import(/* webpackChunkName: "icons" */ './icon_map?shell')
);
addLazy(${JSON.stringify(lazy.more.join(' '))}, () =>
  import(/* webpackChunkName: "icons_more" */ './icon_map?more')
);

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
