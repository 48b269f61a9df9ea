/** The command `usage`: what holders of a role used, and a smaller role that would do. */
import { IDENTITY_HELP } from '../embedded/cli/identity';
import { createReadStream } from 'node:fs';
import {
  auditEventIn,
  PROPOSAL_SETTINGS,
  type ProposalSetting,
  type RoleUsageReport,
} from '../../contracts/api';
import type { Role } from '../../contracts/entities';
import { ACTIVITY_LIMITS } from '../../contracts/limits';
import { type RuleSet, ruleSetFor } from '../access/evaluation/rule_set';
import { ActivityRecorder } from '../activity/recorded_activity';
import { roleReport } from '../activity/role_report';
import { splitArguments, UsageError } from '../embedded/cli/options';
import { newDocument, toText as yamlOf } from '../embedded/configuration_files/yaml_file';
import type { CheckedConfiguration } from '../findings/facts';
import { MirroredUsers } from '../opensearch/engine/mirrored_users';
import { runToCompletion } from '../scheduling/cooperative_task';
import type { CheckIo } from './check';
import { checkedConfiguration } from './checked_configuration';
import { MoveError } from './configuration/side';
import { openPlace } from './places';
import { CREDENTIALS, getSide, type SideArguments } from './promote_arguments';

export interface UsageCommand {
  readonly role: string;
  readonly place: SideArguments;
  readonly files: readonly string[];
  readonly setting: ProposalSetting;
  readonly isJson: boolean;
}

export const USAGE_VALUES = ['--events', '--setting', ...CREDENTIALS.map((key) => `--from.${key}`)];

/** @param command - the command line that starts the tool */
export const usageHelp = (
  command: string
): string => `${command} usage ROLE PLACE --events=FILE [options]

Shows which permissions of a role its holders used, according to audit events, proposes a smaller
role, and replays the events against it. Nothing is changed.

PLACE is the address of a cluster (https://host:9200), a data folder whose server does not run, or a
folder of configuration files.

  --events=FILE      audit events as lines of JSON: documents, or hits of a search with _source. May
                     be repeated. Only the category GRANTED_PRIVILEGES tells what was used
  --setting=SETTING  exact: the recorded actions and indices. grouped (default): action groups and
                     patterns around them. generous: the role without unused permissions
  --json             write the result as JSON to standard output
${IDENTITY_HELP}  --config=FILE, --opensearch.KEY=VALUE, --engine.KEY=VALUE
                     as for the other commands
  --help             this text

Events of bulk requests name no index; the proposal then keeps every index to which the role may
write.

Exit code: 0 every recorded use stays allowed; 1 some would be denied; 2 it could not be read.
`;

/**
 * @param argv - without the name of the command
 * @returns `undefined` if help is requested
 * @throws {UsageError}
 */
export function parseUsage(argv: readonly string[]): UsageCommand | undefined {
  if (argv.includes('--help')) return undefined;
  const { positionals, options } = splitArguments(argv, ['--json'], USAGE_VALUES, 'usage');
  const [role, place, ...more] = positionals;
  const files = options.get('--events') ?? [];
  if (!role || !place || more.length > 0 || files.length === 0)
    throw new UsageError('usage needs a role, a place and events: usage ROLE PLACE --events=FILE.');
  const text = options.get('--setting')?.at(-1) ?? 'grouped';
  const setting = PROPOSAL_SETTINGS.find((one) => one === text);
  if (!setting) throw new UsageError(`--setting is ${PROPOSAL_SETTINGS.join(', ')}; not ${text}.`);
  return {
    role,
    files,
    setting,
    place: getSide('--from', place, options),
    isJson: options.has('--json'),
  };
}

/**
 * @returns the exit code
 * @throws {MoveError | OfflineError | UsageError | ClusterError | ImportRefusedError} with a text
 *   for the user
 */
export async function runUsage(command: UsageCommand, io: CheckIo): Promise<number> {
  const { role: name, setting, isJson } = command;
  const place = await openPlace(command.place, 'SD_FROM_PASSWORD', io);
  try {
    const configuration = await checkedConfiguration(place.source, place.settings);
    const rules = getRules(configuration);
    const role = rules.role(name);
    if (!role) throw new MoveError(`${place.title} has no role ${name}.`);
    const { recorder, skipped } = await readEvents(command.files);
    const report = runToCompletion(
      roleReport(
        {
          name,
          role,
          rules,
          users: new MirroredUsers({
            entities: () => configuration.entities.internalusers as never,
          }),
          activity: recorder.result(),
          nowMs: Date.now(),
        },
        setting
      )
    );
    io.write(
      isJson
        ? `${JSON.stringify({ role: name, ...report, skipped_lines: skipped }, undefined, 2)}\n`
        : toText(name, report, skipped)
    );
    return report.replay.denied > 0 ? 1 : 0;
  } finally {
    await place.close();
  }
}

function getRules({ entities, settings }: CheckedConfiguration): RuleSet {
  const rules = ruleSetFor(settings);
  for (const type of ['actiongroups', 'tenants', 'roles', 'rolesmapping'] as const)
    for (const [name, after] of entities[type]) rules.apply({ type, name, after });
  return rules;
}

/** @returns also the number of lines that are no JSON objects, or too long */
async function readEvents(
  files: readonly string[]
): Promise<{ readonly recorder: ActivityRecorder; readonly skipped: number }> {
  const recorder = new ActivityRecorder();
  let skipped = 0;
  for (const file of files) {
    try {
      for await (const line of linesIn(createReadStream(file, 'utf8'))) {
        if (line?.trim() === '') continue;
        const document = line === undefined ? undefined : auditEventIn(line);
        if (document) recorder.addEvent(document);
        else skipped++;
      }
    } catch (error) {
      throw new MoveError(`The events could not be read: ${(error as Error).message}`);
    }
  }
  return { recorder, skipped };
}

/** The lines of a text; `undefined` for one beyond the limit, which is never held as a whole. */
async function* linesIn(chunks: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    rest += isTooLong ? '' : first;
    for (const next of others) {
      yield isTooLong ? undefined : rest;
      isTooLong = false;
      rest = next;
    }
    if (rest.length <= ACTIVITY_LIMITS.lineLength) continue;
    isTooLong = true;
    rest = '';
  }
  if (isTooLong) yield undefined;
  else if (rest !== '') yield rest;
}

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

function toText(name: string, report: RoleUsageReport, skipped: number): string {
  const { events, period, grants, proposal, replay } = report;
  const recorded = period
    ? `${events} granted requests recorded from ${day(period.from)} to ${day(period.to)}.`
    : 'No granted request is recorded. Record the audit category GRANTED_PRIVILEGES first.';
  const lines = [
    `${name}\n\n${recorded}\n`,
    ...(skipped > 0 ? [`${skipped} ${skipped === 1 ? 'line' : 'lines'} could not be read.\n`] : []),
    ...(report.is_partial ? ['Too many different permissions; some were left out.\n'] : []),
    `Of ${grants.now} known permissions, holders used ${grants.used}. The proposal has ${grants.then}.\n`,
    proposal
      ? `\n${yamlOf(newDocument({ [name]: proposal as Partial<Role> }))}`
      : '\nNo one used the role: delete it, or its mapping.\n',
    `\nReplay: ${replay.denied} of ${replay.uses} recorded uses would be denied.\n`,
    ...replay.examples.map(
      ({ user, action, index, count }) =>
        `  ${user}: ${action}${index === undefined ? '' : ` on ${index}`}, ${count === 1 ? 'once' : `${count} times`}\n`
    ),
  ];
  return lines.join('');
}
