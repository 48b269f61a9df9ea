/**
 * Command-line arguments: `--key=value`, `--key value`, `--key` (true), and a few separate options.
 */
import { EXIT_UNKNOWN_KEY, StartError } from '../start_error';

export interface ServerArguments {
  /**
   * `--config FILE`; later files override earlier ones. If empty, the default file is used, which
   * may be missing.
   */
  readonly configFiles: readonly string[];
  readonly isDemo: boolean;
  readonly isDev: boolean;
  readonly isHelp: boolean;
  readonly isVersion: boolean;
  /** Print what each key does instead of starting the server. */
  readonly isCheck: boolean;
  readonly settings: ReadonlyArray<readonly [key: string, text: string]>;
}

const FLAGS = ['check-config', 'demo', 'dev', 'help', 'version'] as const;

/** @throws {StartError} exit code 64 for unknown arguments */
export function parseArguments(argv: readonly string[]): ServerArguments {
  const flags = new Set<string>();
  const settings: Array<readonly [string, string]> = [];
  const configFiles: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(argv[i] as string);
    if (!match)
      throw new StartError(
        `Unknown argument "${argv[i]}": options look like --server.port=5601. --help lists them.`,
        EXIT_UNKNOWN_KEY
      );
    const name = match[1] as string;
    if ((FLAGS as readonly string[]).includes(name)) {
      if (match[2] !== 'false') flags.add(name);
      continue;
    }
    const next = argv[i + 1];
    const takesNext = match[2] === undefined && next !== undefined && !next.startsWith('--');
    const value = match[2] ?? (takesNext ? next : 'true');
    if (takesNext) i++;
    if (name !== 'config') settings.push([name, value]);
    else if (match[2] === undefined && !takesNext)
      throw new StartError('--config needs a file name.', EXIT_UNKNOWN_KEY);
    else configFiles.push(value);
  }
  return {
    configFiles,
    isDemo: flags.has('demo'),
    isDev: flags.has('dev'),
    isHelp: flags.has('help'),
    isVersion: flags.has('version'),
    isCheck: flags.has('check-config'),
    settings,
  };
}

export const HELP = `Security Dashboards server

  --config=FILE    configuration file (default: config/security-dashboards.yml); an existing
                   opensearch_dashboards.yml can be used as it is. Of several, the later ones
                   override the earlier ones
  --check-config   check the configuration and the files of TLS, list all problems, or say what
                   each key that is set does, and end
  --demo           load the demonstration: users, roles and saved objects, two weeks of audit
                   events, faults to find, and a second cluster; Home has a tour
  --dev            development mode: files of the build are looked up again on every request
  --version        the version
  --help           this text
  --KEY=VALUE      any configuration key: --server.port=5602 --path.data=/var/lib/sd
                   lists as a,b or JSON; maps as JSON or --map.key=value

Every key can also come from the environment: SD_ and the key in capitals, dots as underscores
(SD_SERVER_PORT, SD_PATH_DATA). With _FILE at the end, the variable names a file with the value
(SD_OPENSEARCH_PASSWORD_FILE). Arguments win over the environment, the environment over the file.
SECURITY_INITIAL_ADMIN_PASSWORD, or SECURITY_INITIAL_ADMIN_PASSWORD_FILE, sets the first password of
"admin" when a new data folder is made.

Exit codes: 0 stopped on request, 1 failure, 64 unknown key or argument, 78 invalid configuration.
`;
