/** The arguments of the offline tool. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'export'; readonly dir: string; readonly dataDir: string }
  | {
      readonly name: 'diff';
      readonly dir: string;
      readonly dataDir: string;
      /** Of a server that runs; otherwise the data folder is worked on. */
      readonly url?: string;
    }
  | { readonly name: 'backup'; readonly dir: string; readonly dataDir: string }
  | {
      readonly name: 'import';
      readonly dir: string;
      readonly dataDir: string;
      readonly isDryRun: boolean;
      readonly isPruning: boolean;
      readonly confirmsLockout: boolean;
      readonly url?: string;
    }
  | {
      readonly name: 'reset-admin';
      readonly dataDir: string;
      readonly user: string;
      readonly readsPassword: boolean;
    };

export class UsageError extends Error {}

/** @param command - how the tool is called here */
export const helpText = (command: string): string => `${command} COMMAND [options]

The security configuration as files, and the way back in. Works on the data folder of a server
that does not run; import and diff work with --url on one that runs, and backup on either.

  export DIR               write the configuration as the cluster's YAML files; files that are
                           there keep their comments, and are left alone where they say the same
  import DIR               read such files: first a plan, then all of it in one step or nothing
    --dry-run              only the plan; every check is made
    --prune                also delete what the files do not have, except reserved entries
    --confirm-lockout      also when nobody could administer security afterwards
  diff DIR                 what import --prune would do; exit code 1 when there is a difference
  reset-admin              set a new password for the administrator and restore his rights
    --user=NAME            another user than admin; created when missing
    --password-stdin       read the password from standard input; made up and shown otherwise
  backup DIR               copy the data folder to DIR, which must not exist; also while the server
                           runs. Sessions stay out. To restore, stop the server and put the copy
                           in place of the data folder
  migrate --to=URL         take the installation to an OpenSearch cluster; --from=URL brings one
                           back; migrate --help says more

  --url=URL                import and diff: the server that runs there, as SECURITY_USER with
                           SECURITY_PASSWORD of the environment; config.yml, nodes_dn.yml and
                           allowlist.yml stay out
  --path.data=DIR          data folder, when it is not the configured one
  --config=FILE            configuration file of the server, when it is not the usual one
  --engine.KEY=VALUE       a setting of the engine, when it is not the configured one
  --help                   this text

Types whose file is missing in DIR stay as they are. Variables in files: \${env.NAME},
\${env.NAME:-default}, \${envbase64.NAME}, \${envbc.NAME} (a bcrypt hash of the value).
Exported files and backups hold password hashes and keys: keep them safe.
`;

const FLAGS = ['--dry-run', '--prune', '--confirm-lockout', '--password-stdin', '--help'];
const VALUES = ['--user', '--path.data', '--url'];
const OWN: Readonly<Record<string, readonly string[]>> = {
  export: [],
  diff: ['--url'],
  backup: [],
  import: ['--dry-run', '--prune', '--confirm-lockout', '--url'],
  'reset-admin': ['--user', '--password-stdin'],
};

/**
 * @param defaultDataDir - from the server's configuration
 * @throws {UsageError}
 */
export function parseCommand(argv: readonly string[], defaultDataDir: string): Command {
  const { words, options } = split(argv);
  if (options.has('--help') || words.length === 0) return { name: 'help' };
  const [name = '', ...rest] = words;
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (!own) throw new UsageError(`There is no command ${name}. --help lists what there is.`);
  const strange = [...options.keys()].find((key) => key !== '--path.data' && !own.includes(key));
  if (strange !== undefined) throw new UsageError(`${name} has no option ${strange}.`);
  const dataDir = options.get('--path.data') ?? defaultDataDir;
  if (name === 'reset-admin') {
    if (rest.length > 0) throw new UsageError(`reset-admin takes no argument ${String(rest[0])}.`);
    const user = options.get('--user') ?? 'admin';
    return { name, dataDir, user, readsPassword: options.has('--password-stdin') };
  }
  const [dir, ...more] = rest;
  if (dir === undefined || more.length > 0)
    throw new UsageError(`${name} needs one folder: ${name} DIR.`);
  if (name === 'backup') return { name, dir, dataDir };
  if (name === 'export') return { name, dir, dataDir };
  const url = options.get('--url');
  const where = url === undefined ? {} : { url };
  if (name === 'diff') return { name, dir, dataDir, ...where };
  return {
    name: 'import',
    dir,
    dataDir,
    isDryRun: options.has('--dry-run'),
    isPruning: options.has('--prune'),
    confirmsLockout: options.has('--confirm-lockout'),
    ...where,
  };
}

function split(argv: readonly string[]): { words: string[]; options: Map<string, string> } {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    const [key = '', ...value] = argument.split('=');
    if (!argument.startsWith('--')) words.push(argument);
    else if (FLAGS.includes(argument)) options.set(argument, '');
    else if (VALUES.includes(key))
      options.set(key, value.length > 0 ? value.join('=') : valueAfter(argv, ++i, key));
    else throw new UsageError(`There is no option ${key}. --help lists what there is.`);
  }
  return { words, options };
}

function valueAfter(argv: readonly string[], index: number, key: string): string {
  const value = argv[index];
  if (value === undefined) throw new UsageError(`${key} needs a value.`);
  return value;
}
