/**
 * Who became an administrator and who no longer is one, from the change history: an administrator
 * has one of the API roles, directly or by a mapping. Users of an identity provider appear as the
 * entries of a mapping. Users are judged by the mappings that apply when this runs.
 */
import { difference } from 'lodash';
import type { RoleMapping } from '../../../contracts/entities';
import { ALARM_LIMITS } from '../../../contracts/limits';
import type { AdministratorChange, AdministratorChanges, EngineSupplies } from '../../api/backend';
import type { HistoryStore, RecordedChange } from '../../api/history_store';
import { knownParts } from '../../model/payload';
import { isDisabled } from '../../model/service_account';
import { Administrators, type AdministratorSettings } from './administrators';
import { viewOfEntities } from './configuration_view';

const TYPES = ['rolesmapping', 'internalusers'] as const;
const FLAGS = { reserved: false, hidden: false, static: false };
const NO_MAPPING: Pick<RoleMapping, Entry> = { users: [], backend_roles: [], hosts: [] };
type Entry = 'users' | 'backend_roles' | 'hosts';

interface Sources {
  readonly history: Pick<HistoryStore, 'find' | 'get'>;
  readonly mapping: (role: string) => Promise<RoleMapping | undefined>;
  readonly settings: AdministratorSettings | EngineSupplies['settings'];
}

/** As `InternalOperations.administratorChanges`. */
export async function administratorChanges(
  { history, mapping, settings }: Sources,
  afterId: number | undefined
): Promise<AdministratorChanges> {
  const { items } = await history.find({
    types: TYPES,
    hiddenOf: TYPES,
    page: 1,
    perPage: afterId === undefined ? 1 : ALARM_LIMITS.changesPerCheck,
  });
  const lastId = items[0]?.id ?? 0;
  const ids = items.map(({ id }) => id).filter((id) => afterId !== undefined && id > afterId);
  if (ids.length === 0) return { lastId, changes: [] };
  const mappings = new Map<string, RoleMapping>();
  for (const role of settings.apiRoles) {
    const found = await mapping(role);
    if (found) mappings.set(role, found);
  }
  const view = viewOfEntities({ rolesmapping: mappings }, undefined);
  const administrators = new Administrators(view, settings);
  const changes: AdministratorChange[] = [];
  for (const id of ids.reverse()) {
    const change = await history.get(id);
    // Initial entries are not a change.
    if (!change || change.origin.via === 'start') continue;
    const effect =
      change.type === 'rolesmapping'
        ? effectOfMapping(change, settings.apiRoles)
        : effectOfUser(change, administrators);
    const { name, atMs, origin } = change;
    const type = change.type as AdministratorChange['type'];
    if (effect.gained.length + effect.lost.length > 0)
      changes.push({ id, atMs, actor: origin.userName, type, name, ...effect });
  }
  return { lastId, changes };
}

type Effect = Pick<AdministratorChange, 'gained' | 'lost'>;

function effectOfMapping(
  { name, before, after }: RecordedChange,
  apiRoles: readonly string[]
): Effect {
  if (!apiRoles.includes(name)) return { gained: [], lost: [] };
  const [old, now] = [listEntries(before), listEntries(after)];
  return { gained: difference(now, old), lost: difference(old, now) };
}

function listEntries(body: RecordedChange['before']): readonly string[] {
  const mapping = body ? (knownParts('rolesmapping', body, FLAGS) as RoleMapping) : undefined;
  const { users, backend_roles: roles, hosts } = mapping ?? NO_MAPPING;
  const all = mapping?.and_backend_roles ?? [];
  return [
    ...users.map((one) => `user ${one}`),
    ...roles.map((one) => `backend role ${one}`),
    ...hosts.map((one) => `host ${one}`),
    ...(all.length > 0 ? [`backend roles ${all.join(' and ')}`] : []),
  ];
}

function effectOfUser(
  { name, before, after }: RecordedChange,
  administrators: Administrators
): Effect {
  const had = isAdministrator(name, before, administrators);
  const has = isAdministrator(name, after, administrators);
  const who = [`user ${name}`];
  return { gained: has && !had ? who : [], lost: had && !has ? who : [] };
}

function isAdministrator(
  name: string,
  body: RecordedChange['before'],
  administrators: Administrators
): boolean {
  if (!body) return false;
  const user = knownParts('internalusers', body, FLAGS) as Parameters<
    Administrators['includes']
  >[1];
  return !isDisabled(user) && administrators.includes(name, user);
}
