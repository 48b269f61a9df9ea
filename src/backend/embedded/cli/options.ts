/** Splits a command line into arguments and options. */

/** What was wrong, in a sentence for the person who typed it. */
export class UsageError extends Error {}

/** Options by name, each with its values in the order given; flags have empty ones. */
export type Options = ReadonlyMap<string, readonly string[]>;

/**
 * Splits `--flag`, `--key=value` and `--key value` from other arguments.
 * @param owner - words an unknown option: the command, or none for the whole tool
 * @throws {UsageError}
 */
export function splitArguments(
  argv: readonly string[],
  flags: readonly string[],
  values: readonly string[],
  owner?: string
): { readonly positionals: readonly string[]; readonly options: Options } {
  const positionals: string[] = [];
  const options = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    const at = argument.indexOf('=');
    const key = at < 0 ? argument : argument.slice(0, at);
    const add = (value: string) => options.set(key, [...(options.get(key) ?? []), value]);
    if (!argument.startsWith('--')) positionals.push(argument);
    else if (flags.includes(argument)) add('');
    else if (values.includes(key)) {
      const value = at < 0 ? argv[++i] : argument.slice(at + 1);
      if (!value) throw new UsageError(`${key} needs a value: ${key}=…`);
      add(value);
    } else throw unknownOption(key, owner);
  }
  return { positionals, options };
}

export const unknownOption = (key: string, owner?: string): UsageError =>
  new UsageError(
    owner === undefined
      ? `There is no option ${key}. --help lists what there is.`
      : `${owner} has no option ${key}. ${owner} --help lists what there is.`
  );
