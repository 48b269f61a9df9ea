/**
 * What commands check of a plan before they make it, on a data folder and on a cluster: a new check
 * of plans is written here, once. Changes that come through a server are checked by its engine
 * (`changes/checks.ts`), with the same parts.
 */
import type { InternalUser, RoleMapping } from '../../../contracts/entities';
import type { Change } from '../../api/change';
import type { EngineSettings } from '../../api/settings';
import {
  breachOfChanges,
  breachText,
  type ChangedConfiguration,
  concernsAccess,
  keptNow,
  promisesAround,
  withReasonOption,
} from '../../guardrails/changes';
import { takesPasswords } from '../../model/authentication_domains';
import { runToCompletion } from '../../scheduling/cooperative_task';
import { Administrators } from '../lockout/administrators';
import { allowListState } from '../lockout/allow_list';
import type { ConfigurationView } from '../lockout/configuration_view';
import { lostLoginMethods } from '../lockout/lockout';

type Json = Readonly<Record<string, unknown>>;
type Settings = Pick<EngineSettings, 'apiRoles' | 'rolesMappingResolution' | 'isRestAdminEnabled'>;

/** Promises by name. */
export type Promises = Json;

/** One state of a configuration. */
export interface PlanState {
  /** The authentication settings. */
  readonly config: Json | undefined;
  /** Reads the entities and the allow list of this state. */
  readonly view: ConfigurationView;
}

/** Something that changes would do to those who administer security. */
export interface Lockout {
  readonly text: string;
  /** Those concerned. */
  readonly names?: readonly string[];
}

/**
 * Whom changes would lock out, beside what is there now: for a plan that people look through.
 * @param settings - of the engine that evaluates both states
 */
export function lockouts(
  before: PlanState,
  after: PlanState,
  settings: Settings
): readonly Lockout[] {
  const found = (text: string, names: readonly string[]): readonly Lockout[] =>
    names.length > 0 ? [{ text: `LOCK-OUT: ${text}`, names }] : [];
  const warnIf = (isSo: boolean, text: string): readonly Lockout[] =>
    isSo ? [{ text: `LOCK-OUT: ${text}` }] : [];
  return [
    ...found(
      'these users can administer security there now, and could not log in or administer it afterwards:',
      lostAdministrators(before, after, settings)
    ),
    ...found(
      'these entries of role mappings grant administration there now, and would be gone:',
      settings.apiRoles.flatMap((role) => lostEntries(role, before, after))
    ),
    ...warnIf(
      losesPasswords(before, after),
      'no enabled authentication domain there would accept passwords of internal users.'
    ),
    ...warnIf(
      !isListClosed(before, settings) && isListClosed(after, settings),
      'the allow list there would be on, and no administrator could switch it off.'
    ),
  ];
}

/**
 * Why an import is refused without confirmation: no one could administer security afterwards. Reads
 * a few entries, however large the configuration is.
 */
export function lockoutReason(
  before: Pick<PlanState, 'config'>,
  after: PlanState,
  settings: Settings
): string | undefined {
  const reason = !new Administrators(after.view, settings).exist()
    ? 'no user with a password could administer security any more'
    : losesPasswords(before, after)
      ? 'no enabled authentication domain would accept passwords of internal users any more'
      : isListClosed(after, settings)
        ? 'the allow list is on, and no administrator could turn it off'
        : undefined;
  return reason && `${reason}; --confirm-lockout imports it anyway`;
}

/**
 * The text about the guardrail that changes newly break. A reason of the current work
 * (`withReason`) lets them pass those that ask for one.
 *
 * @param promises - those before and those after the changes: both must be kept
 * @param configuration - called only if there is something to check
 */
export function brokenGuardrail(
  changes: readonly Change[],
  promises: { readonly before: Promises | undefined; readonly after: Promises | undefined },
  { apiRoles }: Pick<Settings, 'apiRoles'>,
  configuration: () => ChangedConfiguration
): string | undefined {
  const kept = keptNow(promisesAround(promises.before, promises.after, apiRoles));
  if (kept.length === 0 || !changes.some(concernsAccess)) return undefined;
  const breach = runToCompletion(breachOfChanges(configuration(), kept, changes));
  return breach && withReasonOption(breachText(breach));
}

const losesPasswords = (
  { config: before }: Pick<PlanState, 'config'>,
  { config: after }: Pick<PlanState, 'config'>
): boolean => lostLoginMethods({ before, after }, undefined).ofPasswords;

function isListClosed({ view }: PlanState, settings: Settings): boolean {
  const state = allowListState(view, new Administrators(view, settings), settings);
  return state === 'left' || state === 'closed';
}

function lostAdministrators(
  before: PlanState,
  after: PlanState,
  settings: Settings
): readonly string[] {
  // If no domain accepts passwords before, no administrator can lose a password login.
  if (!takesPasswords(before.config)) return [];
  const remaining = new Set(new Administrators(after.view, settings).names());
  return new Administrators(before.view, settings).names().filter((name) => !remaining.has(name));
}

/**
 * Entries that a mapping would lose. Internal users are excluded, because they are checked
 * individually.
 */
function lostEntries(role: string, before: PlanState, after: PlanState): readonly string[] {
  const getUser = (name: string) => before.view.read('internalusers', name);
  const remaining = new Set(listEntries(after.view.read('rolesmapping', role), getUser));
  return listEntries(before.view.read('rolesmapping', role), getUser)
    .filter((entry) => !remaining.has(entry))
    .map((entry) => `${role} (${entry})`);
}

function listEntries(
  mapping: RoleMapping | undefined,
  userOf: (name: string) => InternalUser | undefined
): readonly string[] {
  if (!mapping) return [];
  const { users: names, backend_roles: roles, and_backend_roles: all, hosts } = mapping;
  return [
    ...names.filter((name) => !userOf(name)).map((name) => `user ${name}`),
    ...roles.map((name) => `backend role ${name}`),
    ...(all.length > 0 ? [`backend roles ${all.join(' and ')}`] : []),
    ...hosts.map((name) => `host ${name}`),
  ];
}
