/** Parses the arguments of the offline tool. */
import { HTTP_LIMITS } from '../../../contracts/limits';
import { FILE_KINDS, type FileKind } from '../configuration_files/file_kinds';
import {
  type Identity,
  IDENTITY_FLAG,
  IDENTITY_HELP,
  IDENTITY_VALUES,
  identityIn,
} from './identity';
import { type Options, splitArguments, UsageError } from './options';

/** A running server and who calls it. */
export interface RemoteServer extends Identity {
  readonly url: string;
}

/** Without an address, the command works on the data folder. */
interface CommandTarget {
  readonly dir: string;
  readonly dataDir: string;
  readonly server?: RemoteServer;
}

interface Reported {
  /** Whether to print the result as JSON instead of text. */
  readonly isJson: boolean;
}

type ExportFormat = 'yaml' | 'csv';

export type Command =
  | { readonly name: 'help' }
  | (CommandTarget & {
      readonly name: 'export';
      /** Default: all kinds. */
      readonly kinds?: readonly FileKind['type'][];
      readonly format: ExportFormat;
    })
  | (CommandTarget & Reported & { readonly name: 'diff'; readonly isWatching: boolean })
  | (Reported & { readonly name: 'backup'; readonly dir: string; readonly dataDir: string })
  | { readonly name: 'accept-data'; readonly dataDir: string }
  | (CommandTarget &
      Reported & {
        readonly name: 'import';
        readonly isDryRun: boolean;
        readonly isPruning: boolean;
        readonly confirmsLockout: boolean;
        /** Why; lets the changes pass guardrails that ask for a reason. */
        readonly reason?: string;
      })
  | {
      readonly name: 'reset-admin';
      readonly dataDir: string;
      readonly user: string;
      readonly readsPassword: boolean;
    };

/** Files that a running server does not export. */
const LOCAL_ONLY: readonly string[] = ['config', 'nodesdn', 'allowlist'];

/** @param command - the command line that starts the tool */
export const helpText = (command: string): string => `${command} COMMAND [options]

The security configuration as files, and the way back in. Works on the data folder of a server
that does not run; export, import and diff work with --url on one that runs, and backup on either.

  export DIR               write the configuration as the cluster's YAML files; files that are
                           there keep their comments, and are left alone where they say the same
    --only=KIND,…          some of them: tenants, actiongroups, roles, rolesmapping,
                           internalusers, audit, config, nodesdn, allowlist,
                           guardrails
    --format=csv           with --url: tables for reviews
  import DIR               read such files: first a plan, then all of it in one step or nothing
    --dry-run              only the plan; every check is made
    --prune                also delete what the files do not have, except reserved entries
    --confirm-lockout      also when no user could administer security afterwards
    --reason=TEXT          why; the change history keeps it. For guardrails that ask for a reason
  diff DIR                 what import --prune would do; exit code 1 when there is a difference
    --watch                every minute until Ctrl+C; prints only when the result is another one
  reset-admin              set a new password for an administrator and restore their rights
    --user=NAME            another user than admin, created if missing
    --password-stdin       read the password from standard input; made up and shown otherwise
  completion               words for the Tab key: source <(${command} completion)
  backup DIR               copy the data folder to DIR, which must not exist; also while the server
                           runs. Sessions stay out. To restore, stop the server and put the copy
                           in place of the data folder
  accept-data              continue with the data folder as it is, when the server refuses it because
                           a database is missing, older than the others or from elsewhere, and
                           there is no backup. Missing databases become empty; everyone is logged
                           out
  migrate --to=URL         take the installation to an OpenSearch cluster; --from=URL brings one
                           back; migrate --help says more
  compare FROM TO          what differs between two clusters, data folders or folders of files
  promote FROM TO          make entries of TO like those of FROM; promote --help says more
  check PLACE              what is risky, unused, broken or weak in a cluster, a data folder or a
                           folder of files; check --help says more
  usage ROLE PLACE         what holders of a role used, and a smaller role that would do; usage
                           --help says more

  --url=URL                export, import and diff: the server that runs there. config.yml,
                           nodes_dn.yml and allowlist.yml stay out, and hashes and keys of an
                           export; files that are there keep theirs
${IDENTITY_HELP}  --json                   import, diff and backup: write the result as JSON to standard output
  --path.data=DIR          data folder, when it is not the configured one
  --config=FILE            configuration file of the server, when it is not the usual one
  --engine.KEY=VALUE       a setting of the engine, when it is not the configured one
  --version                the version
  --help                   this text

Exit code: 0 done, or no difference; 1 diff found differences; 2 it could not be done; 3 import
would break a guardrail: one that is there, or one that comes with the files. Nothing was changed.

Types whose file is missing in DIR stay as they are. Variables in files: \${env.NAME},
\${env.NAME:-default}, \${envbase64.NAME}, \${envbc.NAME} (a bcrypt hash of the value).
Exported files and backups hold password hashes and keys: keep them safe.
`;

const FLAGS = [
  '--dry-run',
  '--prune',
  '--confirm-lockout',
  '--json',
  '--password-stdin',
  '--watch',
  '--help',
];
const REMOTE = ['--url', ...IDENTITY_VALUES, IDENTITY_FLAG];
const VALUES = ['--url', ...IDENTITY_VALUES, '--path.data', '--only', '--format', '--reason'];
/** Commands with their options. */
export const OWN: Readonly<Record<string, readonly string[]>> = {
  export: ['--only', '--format', ...REMOTE],
  diff: ['--json', '--watch', ...REMOTE],
  backup: ['--json'],
  'accept-data': [],
  import: ['--dry-run', '--prune', '--confirm-lockout', '--json', '--reason', ...REMOTE],
  'reset-admin': ['--user', '--password-stdin'],
};

/**
 * @param defaultDataDir - from the server's configuration
 * @throws {UsageError}
 */
export function parseCommand(argv: readonly string[], defaultDataDir: string): Command {
  const { positionals, options } = splitArguments(argv, FLAGS, VALUES);
  const last = (key: string) => options.get(key)?.at(-1);
  if (options.has('--help')) return { name: 'help' };
  const [name, ...rest] = positionals;
  if (name === undefined)
    throw new UsageError(
      'Name a command: export, import, diff, compare, promote, check, usage, backup, reset-admin or migrate. --help explains them.'
    );
  const own = Object.hasOwn(OWN, name) ? OWN[name] : undefined;
  if (!own) throw new UsageError(`There is no command ${name}. --help lists what there is.`);
  const foreign = [...options.keys()].find((key) => key !== '--path.data' && !own.includes(key));
  if (foreign !== undefined) throw new UsageError(`${name} has no option ${foreign}.`);
  const dataDir = last('--path.data') ?? defaultDataDir;
  if (name === 'reset-admin') {
    if (rest.length > 0) throw new UsageError(`reset-admin takes no argument ${String(rest[0])}.`);
    const user = last('--user') ?? 'admin';
    return { name, dataDir, user, readsPassword: options.has('--password-stdin') };
  }
  if (name === 'accept-data') {
    if (rest.length > 0) throw new UsageError(`accept-data takes no argument ${String(rest[0])}.`);
    return { name, dataDir };
  }
  const [dir, ...more] = rest;
  // An unset variable in a script makes DIR empty; that must not select the current folder.
  if (!dir || more.length > 0) throw new UsageError(`${name} needs one folder: ${name} DIR.`);
  const isJson = options.has('--json');
  if (name === 'backup') return { name, dir, dataDir, isJson };
  const server = getServer(name, options);
  if (server?.readsPassword && options.has('--watch'))
    throw new UsageError('--watch logs in again and again: use --password-file.');
  const target = { dir, dataDir, ...(server && { server }) };
  if (name === 'export') return { name, ...target, ...exportOptions(options) };
  if (name === 'diff') return { name, ...target, isJson, isWatching: options.has('--watch') };
  return {
    name: 'import',
    ...target,
    isJson,
    isDryRun: options.has('--dry-run'),
    isPruning: options.has('--prune'),
    confirmsLockout: options.has('--confirm-lockout'),
    ...reasonIn(options),
  };
}

/** @throws {UsageError} if the reason is longer than the history keeps */
export function reasonIn(options: Options): { readonly reason?: string } {
  const reason = options.get('--reason')?.at(-1)?.trim();
  if (reason === undefined) return {};
  const { changeReasonLength: limit } = HTTP_LIMITS;
  if (reason === '' || reason.length > limit)
    throw new UsageError(`--reason takes a text of at most ${limit} characters.`);
  return { reason };
}

function getServer(name: string, options: Options): RemoteServer | undefined {
  const url = options.get('--url')?.at(-1);
  if (url !== undefined) return { url, ...identityIn(options) };
  const strayOption = REMOTE.find((key) => options.has(key));
  if (strayOption !== undefined)
    throw new UsageError(`${name} has ${strayOption} with --url only.`);
  return undefined;
}

function exportOptions(options: Options) {
  const format = options.get('--format')?.at(-1) ?? 'yaml';
  if (format !== 'yaml' && format !== 'csv')
    throw new UsageError(`There is no format ${format}: yaml or csv.`);
  if (format === 'csv' && !options.has('--url'))
    throw new UsageError('--format=csv goes with --url: the server writes the tables.');
  const only = options.get('--only')?.at(-1)?.split(',');
  const kinds = only?.map((one) => {
    const kind = FILE_KINDS.find(({ type }) => type === one);
    if (!kind) throw new UsageError(`There is no kind ${one}. --help lists what there is.`);
    if (options.has('--url') && LOCAL_ONLY.includes(one))
      throw new UsageError(`${kind.file} is exported while the server does not run.`);
    return kind.type;
  });
  return { format, ...(kinds && { kinds }) } as const;
}
