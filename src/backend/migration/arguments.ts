/** Parses the arguments of `migrate`. */
import { reasonIn } from '../embedded/cli/arguments';
import { splitArguments, unknownOption, UsageError } from '../embedded/cli/options';
import { IDENTITY_HELP } from '../embedded/cli/identity';
import type { ConflictPolicy } from './data_type';

export interface MigrateCommand {
  readonly direction: 'to' | 'from';
  readonly url: string;
  readonly dataDir: string;
  /** Whether to apply the plan; otherwise it is only printed. */
  readonly isAgreed: boolean;
  readonly onConflict?: ConflictPolicy;
  /** Whether the authentication domains may be replaced. */
  readonly replacesConfig: boolean;
  /** Whether to print the plan and the outcome as JSON instead of text. */
  readonly isJson: boolean;
  /** Whether to continue if administrators lose access. */
  readonly confirmsLockout: boolean;
  /** File with the guardrails of the cluster. */
  readonly guardrails?: string;
  /** Why; lets the changes pass guardrails that ask for a reason. */
  readonly reason?: string;
  /** Owners of private tenants that the configuration does not name. */
  readonly privateTenantOwners: readonly string[];
}

/** @param command - the command line that starts the tool */
export const helpText = (
  command: string
): string => `${command} migrate --to=URL | --from=URL [options]

Takes this installation (security configuration, saved objects of all tenants, settings, history) to
an OpenSearch cluster, or one on a cluster to this data folder. Tells the plan; nothing is changed
without --yes. Can be repeated: what is there already is not written again, and what the other side
has beside it stays. The server of the data folder must not run.

  --to=URL, --from=URL     the cluster, https://host:9200
  --yes                    do what the plan says
  --on-conflict=keep       where entries of one name differ, leave what is there
  --on-conflict=replace    put what moves in its place, except config.yml; without either, nothing
                           is changed then
  --replace=config.yml     also replace the authentication domains when they differ
  --confirm-lockout        also when users who can administer security there now could not log in or
                           administer it afterwards
  --guardrails=FILE        with --to: guardrails that the change of the cluster must keep
  --reason=TEXT            why, for guardrails that ask for a reason; kept nowhere, because the history
                           moves as it is
  --person=NAME            with --from: somebody whose private tenant moves although the cluster's
                           configuration does not name him; may be repeated
  --json                   write the plan and the outcome as JSON to standard output
${IDENTITY_HELP}  --path.data=DIR          data folder, when it is not the configured one; with --from one that
                           does not exist is made
  --config=FILE            configuration file of the server, when it is not the usual one
  --opensearch.KEY=VALUE   username, ssl.certificate and the other keys of the server, where none of
                           the options above is given
  --help                   this text

The administrator's certificate (of plugins.security.authcz.admin_dn) as opensearch.ssl.certificate and
.key moves everything. Without it, an administrator's name and password do: reserved and hidden
entries and the authentication domains are left out, and with --from users come without passwords.
The plan says so, one by one. Sessions, audit events, second factors, API keys and files of the server stay.

A migration into a data folder keeps the guardrails there. Those of a cluster are kept by the server
that manages it, out of reach for this command: export them there, and name the file with
--guardrails. Guardrails do not move.

Exit code: 0 nothing to do, or all is done; 1 the plan has something to do; 2 it could not be done;
3 a guardrail would be broken: nothing was changed.
`;

export const MIGRATE_FLAGS = ['--yes', '--confirm-lockout', '--json'];
export const MIGRATE_VALUES = [
  '--to',
  '--from',
  '--on-conflict',
  '--replace',
  '--person',
  '--path.data',
  '--guardrails',
  '--reason',
];

/**
 * @param argv - without the word `migrate`
 * @returns `undefined` if help is requested
 * @throws {UsageError}
 */
export function parseMigrate(
  argv: readonly string[],
  defaultDataDir: string
): MigrateCommand | undefined {
  if (argv.includes('--help')) return undefined;
  const { positionals, options } = splitArguments(argv, MIGRATE_FLAGS, MIGRATE_VALUES, 'migrate');
  if (positionals[0] !== undefined) throw unknownOption(positionals[0], 'migrate');
  const last = (key: string) => options.get(key)?.at(-1);
  const [to, from] = [last('--to'), last('--from')];
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError('migrate needs one of --to=URL and --from=URL.');
  const onConflict = last('--on-conflict');
  if (onConflict !== undefined && onConflict !== 'keep' && onConflict !== 'replace')
    throw new UsageError('--on-conflict is keep or replace.');
  const replaced = last('--replace');
  if (replaced !== undefined && replaced !== 'config.yml')
    throw new UsageError('--replace takes config.yml alone; --on-conflict covers the rest.');
  const guardrails = last('--guardrails');
  if (to === undefined) refuseGuardrailsOption(guardrails);
  return {
    direction: to === undefined ? 'from' : 'to',
    url: clusterUrl(url),
    dataDir: last('--path.data') ?? defaultDataDir,
    isAgreed: options.has('--yes'),
    ...(onConflict !== undefined && { onConflict }),
    replacesConfig: replaced !== undefined,
    confirmsLockout: options.has('--confirm-lockout'),
    ...(guardrails !== undefined && { guardrails }),
    ...reasonIn(options),
    isJson: options.has('--json'),
    privateTenantOwners: options.get('--person') ?? [],
  };
}

/** @throws {UsageError} for a target that has its own guardrails */
export function refuseGuardrailsOption(file: string | undefined): void {
  if (file !== undefined)
    throw new UsageError('--guardrails is for changes of a cluster: an installation has its own.');
}

/** Rejects credentials in the URL, which other users of the machine could read. */
export function clusterUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new UsageError(`${text} is no URL such as https://localhost:9200.`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'No credentials in the URL; use opensearch.username and SD_OPENSEARCH_PASSWORD.'
    );
  return text;
}
