'use strict';
/** Minimal option parser of our scripts. Uses built-in modules only. */

/**
 * Extracts the known options from an argument list and returns the remaining arguments unchanged.
 * @param {readonly string[]} argv
 * @param {{ flags?: readonly string[], values?: readonly string[] }} known names without dashes
 * @returns {{ flags: Set<string>, values: Map<string, string[]>, rest: string[] }}
 */
function takeOptions(argv, { flags = [], values = [] }) {
  const found = { flags: new Set(), values: new Map(), rest: [] };
  for (let i = 0; i < argv.length; i++) {
    const match = /^--([^=]+)(?:=(.*))?$/.exec(argv[i]);
    const name = match?.[1];
    if (name && flags.includes(name)) {
      found.flags.add(name);
    } else if (name && values.includes(name)) {
      const value = match[2] ?? argv[++i];
      if (value === undefined) fail(`--${name} needs a value.`);
      found.values.set(name, [...(found.values.get(name) ?? []), value]);
    } else {
      found.rest.push(argv[i]);
    }
  }
  return found;
}

/** Exits with an error if unknown arguments are left. */
function refuseRest(rest) {
  if (rest.length > 0) fail(`Unknown argument ${rest[0]}. --help lists what there is.`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

module.exports = { takeOptions, refuseRest, fail };
