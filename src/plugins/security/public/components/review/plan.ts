/** What a review shows: planned changes with their effects, and why some are refused. */
import {
  ENGINE_LIMITS,
  type EntityByType,
  type ImportChange,
  type ImportReceived,
  type ImportKind,
  type ImportWarning,
  MAPPING_CONDITIONS,
  type PlannedImport,
  type ProposedChanges,
  type RequestedChange,
  type RoleMapping,
  sortByKind,
  toChange,
} from '@sd/contracts';
import { errorText, type HttpSetup, send, t, textOfCode } from '@sd/core/public';
import { IMPORT_ENTRIES, PLAN_IMPORT } from '../../../common';

type Http = Pick<HttpSetup, 'post'>;

/** One entry that is to be changed. */
export interface ReviewItem extends Pick<
  PlannedImport,
  'name' | 'action' | 'before' | 'after' | 'has_secret'
> {
  /** Kind and name. */
  readonly id: string;
  readonly kind: ImportKind;
  /** Of an entry of a change request. */
  readonly state?: RequestedChange['state'];
  /** Why the item cannot be applied, if known. */
  readonly error?: string;
  /** What has no effect, or is left as it is. */
  readonly warnings?: readonly ImportWarning[];
}

export interface PlanItem extends ReviewItem {
  readonly version?: string;
  readonly change: ImportChange;
}

export interface Plan {
  readonly items: readonly PlanItem[];
  readonly same: number;
  readonly more: number;
  /** The backend applies changes atomically and has run a dry run. */
  readonly isWhole: boolean;
  /** Error of all changes together. */
  readonly error?: string;
}

/** Entries of one kind as they are to be. */
export interface DesiredEntries {
  readonly kind: ImportKind;
  readonly entries: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** Names to delete, although no file says so. */
  readonly removed?: readonly string[];
}

/** @throws what a request throws */
export async function planChanges(
  http: Http,
  desired: readonly DesiredEntries[],
  prune: boolean,
  signal: AbortSignal
): Promise<Plan> {
  const items: PlanItem[] = [];
  let same = 0;
  let more = 0;
  for (const { kind, entries, removed = [] } of sortByKind(desired)) {
    const body = { entries, prune, ...(removed.length > 0 && { removed }) };
    const plan = await send(http, PLAN_IMPORT, { params: { kind }, body, signal });
    same += plan.same;
    more += plan.more;
    items.push(...plan.items.map((item) => toItem(kind, item, entries[item.name] ?? null)));
  }
  return withDryRun(http, { items, same, more, isWhole: false }, signal);
}

function toItem(kind: ImportKind, item: PlannedImport, entry: ImportChange['entry']): PlanItem {
  const { problem, ...planned } = item;
  return {
    ...planned,
    id: `${kind}/${item.name}`,
    kind,
    change: toChange(kind, item, entry),
    ...(problem !== undefined && { error: refusedText(problem) }),
  };
}

/** Adds the backend's dry run result to the plan, if supported. */
async function withDryRun(http: Http, plan: Plan, signal: AbortSignal): Promise<Plan> {
  const applicable = plan.items.filter(({ error }) => error === undefined);
  if (applicable.length === 0) return plan;
  const changes = applicable.slice(0, MAX_CHANGES).map(({ change }) => change);
  const response = await send(http, IMPORT_ENTRIES, { body: { changes, trial: true }, signal });
  const errors = listErrors(response);
  const warnings = new Map(
    response.results.map(({ kind, name, warnings: given }) => [`${kind}/${name}`, given])
  );
  return {
    ...plan,
    isWhole: response.is_whole,
    items: plan.items.map((item) => {
      const error = item.error ?? errors.get(item.id);
      const given = warnings.get(item.id);
      return { ...item, ...(error !== undefined && { error }), ...(given && { warnings: given }) };
    }),
    ...(response.refusal && { error: errorMessage(response.refusal) }),
  };
}

/** Largest number of changes per request. */
export const MAX_CHANGES = ENGINE_LIMITS.changeSetSize;

/** Why items were not changed, by item id. */
export const listErrors = ({ results }: ImportReceived): ReadonlyMap<string, string> =>
  new Map(
    results.flatMap((result) =>
      result.is_done ? [] : [[`${result.kind}/${result.name}`, failureText(result)] as const]
    )
  );

interface ErrorInfo {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}
export const errorMessage = ({ message, code, params }: ErrorInfo): string =>
  textOfCode(code, params) ?? message ?? errorText(undefined);

const failureText = (result: ImportReceived['results'][number]): string => {
  const reason = errorMessage(result);
  if (result.state === 'not_tried') return reason;
  return result.state === 'unknown'
    ? t('security.import.unknown', 'Unknown: {reason}', { reason })
    : refusedText(reason);
};

const refusedText = (reason: string): string =>
  t('security.import.refused', 'Refused: {reason}', { reason });

/** `undefined` if no change is about permissions. */
export function proposedChanges(
  changes: ReadonlyArray<Pick<ImportChange, 'kind' | 'name' | 'action' | 'entry'>>
): ProposedChanges | undefined {
  const proposed: Partial<Record<keyof ProposedChanges, Record<string, object | null>>> = {};
  for (const { kind, name, action, entry } of changes)
    if (kind !== 'audit' && kind !== 'tenants' && kind !== 'guardrails')
      (proposed[kind] ??= {})[name] = action === 'delete' ? null : (entry ?? {});
  return Object.keys(proposed).length > 0 ? (proposed as ProposedChanges) : undefined;
}

export const actionText = (action: PlanItem['action']): string =>
  ({
    create: t('security.import.create', 'New'),
    update: t('security.common.changed', 'Changed'),
    delete: t('security.common.deleted', 'Deleted'),
  })[action];

export function warningText({ kind, name }: ImportWarning): string {
  switch (kind) {
    case 'missing_role':
      return t(
        'security.import.missingRole',
        "The role {name} doesn't exist. This has no effect until it is created.",
        { name }
      );
    case 'same_name':
      return t(
        'security.import.sameName',
        'A user and a tenant are both named {name}. For this user, the name means their private tenant. On an OpenSearch cluster, both share one index.',
        { name }
      );
    case 'flag':
      return t(
        'security.import.flagLeft',
        'The flag {name} stays as it is. Only an import on the command line, while the server is stopped, can change it.',
        { name }
      );
  }
}

/** Users who gain or lose a role by the selected items. */
export interface RoleEffect {
  readonly role: string;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** By role name, from mappings and from roles in user entries. */
export function roleEffects(items: readonly ReviewItem[]): readonly RoleEffect[] {
  const effects = new Map<string, { gained: Set<string>; lost: Set<string> }>();
  const record = (role: string, side: 'gained' | 'lost', member: string): void => {
    const known = effects.get(role) ?? { gained: new Set(), lost: new Set() };
    known[side].add(member);
    effects.set(role, known);
  };
  for (const { kind, name, before, after } of items)
    if (kind === 'rolesmapping')
      for (const condition of MAPPING_CONDITIONS)
        compare(toList(before, condition), toList(after, condition), (side, member) =>
          record(name, side, member)
        );
    else if (kind === 'internalusers')
      compare(toList(before, DIRECT), toList(after, DIRECT), (side, role) =>
        record(role, side, name)
      );
  return [...effects]
    .map(([role, { gained, lost }]) => ({ role, gained: [...gained], lost: [...lost] }))
    .sort((one, other) => (one.role < other.role ? -1 : 1));
}

const DIRECT = 'opendistro_security_roles' satisfies keyof EntityByType['internalusers'];

function compare(
  before: readonly string[],
  after: readonly string[],
  record: (side: 'gained' | 'lost', one: string) => void
): void {
  for (const one of after) if (!before.includes(one)) record('gained', one);
  for (const one of before) if (!after.includes(one)) record('lost', one);
}

const toList = (
  entity: PlannedImport['before'],
  field: keyof RoleMapping | typeof DIRECT
): readonly string[] => {
  const value = entity?.[field];
  return Array.isArray(value) ? value.map((one: unknown) => [one].flat().join(' + ')) : [];
};
