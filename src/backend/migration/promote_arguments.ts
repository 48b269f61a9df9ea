/** Parses the arguments of `compare` and `promote`. */
import { reasonIn } from '../embedded/cli/arguments';
import { type Options, splitArguments, unknownOption, UsageError } from '../embedded/cli/options';
import { IDENTITY_HELP } from '../embedded/cli/identity';
import { BODY_KEY, FILE_KINDS, type FileKind } from '../embedded/configuration_files/file_kinds';
import { clusterUrl } from './arguments';
import type { Selection } from './comparison';

export interface SideArguments {
  /** URL of a cluster, a data folder, or a folder of files. */
  readonly place: string;
  readonly isCluster: boolean;
  readonly username?: string;
  readonly passwordFile?: string;
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
}

export interface PromoteCommand {
  readonly name: 'compare' | 'promote';
  readonly from: SideArguments;
  readonly to: SideArguments;
  readonly isSelected: Selection;
  readonly withDependencies: boolean;
  readonly isPruning: boolean;
  readonly confirmsLockout: boolean;
  /** File with the guardrails of a cluster. */
  readonly guardrails?: string;
  /** Why; lets the changes pass guardrails that ask for a reason. */
  readonly reason?: string;
  /** Whether to apply the plan; otherwise it is only printed. */
  readonly isAgreed: boolean;
  readonly isJson: boolean;
}

/** @param command - the command line that starts the tool */
export const promoteHelp = (command: string): string => `${command} compare FROM TO [options]
${command} promote FROM TO [options]

compare lists what differs between two configurations, field by field. promote makes entries of TO
like those of FROM: it prints the plan, and changes nothing without --yes.

FROM and TO are each the address of a cluster (https://host:9200), a data folder whose server does
not run, or a folder of configuration files. promote cannot write to a folder of files: export does.

  --only=KIND, --only=KIND/NAME
                           only these entries; may be repeated. Kinds: tenants, actiongroups, roles,
                           rolesmapping, internalusers, audit, config, nodesdn, allowlist,
                           guardrails
  --with-dependencies      promote: also action groups, tenants, roles and users that the entries
                           refer to and TO lacks
  --prune                  promote: also delete what FROM does not have, except reserved entries
  --confirm-lockout        promote: also when administrators of TO could not log in or administer it
                           afterwards
  --guardrails=FILE        promote: guardrails that the change of a cluster must keep
  --reason=TEXT            promote: why; for guardrails that ask for a reason. The change history of
                           a data folder keeps it
  --yes                    promote: apply the plan
  --json                   write the result as JSON to standard output
${IDENTITY_HELP}  --from.user=NAME, --from.password-file=FILE, --from.ca=FILE, --from.certificate=FILE,
  --from.key=FILE, --to.user=NAME and so on
                           the same for one side only. Passwords can also be in SD_FROM_PASSWORD and
                           SD_TO_PASSWORD
  --config=FILE, --opensearch.KEY=VALUE, --engine.KEY=VALUE
                           as for the other commands
  --help                   this text

Password hashes are neither compared nor promoted: a new user needs a new password. An embedded TO
is changed in one step or not at all. A cluster applies each kind as a whole; if one is refused, the
report lists what was applied, and the same command continues.

promote keeps the guardrails of a data folder, before and after it changes them. Those of a cluster
are kept by the server that manages it, out of reach for this command: export them there, and name
the file with --guardrails. All changes are checked together, before the first one and in a plan.

Exit code: 0 no difference, or all is done; 1 there are differences, or the plan has something to
do; 2 it could not be done; 3 a guardrail would be broken: nothing was changed.
`;

export const PROMOTE_FLAGS = [
  '--with-dependencies',
  '--prune',
  '--confirm-lockout',
  '--yes',
  '--json',
];
/** Options of one side, with the names of their values. */
const SIDE_CREDENTIALS = {
  user: 'username',
  // The name in earlier versions.
  username: 'username',
  'password-file': 'passwordFile',
  ca: 'ca',
  certificate: 'certificate',
  key: 'key',
} as const;
export const CREDENTIALS = Object.keys(SIDE_CREDENTIALS) as Array<keyof typeof SIDE_CREDENTIALS>;
export const PROMOTE_VALUES = [
  '--only',
  '--guardrails',
  '--reason',
  ...['--from', '--to'].flatMap((side) => CREDENTIALS.map((key) => `${side}.${key}`)),
];

/**
 * @param argv - without the name of the command
 * @returns `undefined` if help is requested
 * @throws {UsageError}
 */
export function parsePromote(
  name: PromoteCommand['name'],
  argv: readonly string[]
): PromoteCommand | undefined {
  if (argv.includes('--help')) return undefined;
  const flags = name === 'compare' ? ['--json'] : PROMOTE_FLAGS;
  const { positionals, options } = splitArguments(argv, flags, PROMOTE_VALUES, name);
  const foreign = ['--guardrails', '--reason'].find((key) => options.has(key));
  if (foreign !== undefined && name === 'compare') throw unknownOption(foreign, name);
  const guardrails = options.get('--guardrails')?.at(-1);
  const [from, to, ...more] = positionals;
  // An unset variable in a script makes a place empty.
  if (!from || !to || more.length > 0)
    throw new UsageError(`${name} needs two places: ${name} FROM TO.`);
  return {
    name,
    from: getSide('--from', from, options),
    to: getSide('--to', to, options),
    isSelected: getSelection(options.get('--only')),
    withDependencies: options.has('--with-dependencies'),
    isPruning: options.has('--prune'),
    confirmsLockout: options.has('--confirm-lockout'),
    ...(guardrails !== undefined && { guardrails }),
    ...reasonIn(options),
    isAgreed: options.has('--yes'),
    isJson: options.has('--json'),
  };
}

export function getSide(prefix: string, place: string, options: Options): SideArguments {
  const isCluster = /^https?:\/\//i.test(place);
  const credentials = CREDENTIALS.flatMap((key) => {
    const value = options.get(`${prefix}.${key}`)?.at(-1);
    return value === undefined ? [] : [[SIDE_CREDENTIALS[key], value] as const];
  });
  if (!isCluster && credentials.length > 0)
    throw new UsageError(`${prefix}.${String(credentials[0]?.[0])} is for a cluster.`);
  return {
    place: isCluster ? clusterUrl(place) : place,
    isCluster,
    ...Object.fromEntries(credentials),
  };
}

function getSelection(only: readonly string[] | undefined): Selection {
  if (!only) return () => true;
  const kinds = new Set<string>();
  const entries = new Set<string>();
  for (const one of only) {
    const at = one.indexOf('/');
    const kind = at < 0 ? one : one.slice(0, at);
    const known: FileKind | undefined = FILE_KINDS.find(({ type }) => type === kind);
    if (!known) throw new UsageError(`There is no kind ${kind}. --help lists what there is.`);
    if (at < 0) kinds.add(kind);
    else entries.add(known.form === 'entries' ? one : `${kind}/${BODY_KEY}`);
  }
  return (kind, name) => kinds.has(kind) || entries.has(`${kind}/${name}`);
}
