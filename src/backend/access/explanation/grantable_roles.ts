/**
 * Which roles advice may name. A role that administers security, serves a program or belongs to
 * everybody is never the answer to a question about one index or one permission.
 */
import type { InternalUser, Role } from '../../../contracts/entities';
import { isServiceAccount } from '../../model/service_account';
import { expandActions } from '../evaluation/action_groups';
import { mayAdministerSecurity } from '../evaluation/security_administration';
import { isEverything, isEveryHost } from '../patterns/breadth';
import { PatternSet } from '../patterns/pattern';
import type { ExplainContext } from './context';
import { getMembership } from './membership';

/** What decides who may get a role. */
export type GrantContext = Pick<ExplainContext, 'rules' | 'isAdministrator'> & {
  readonly users: {
    find(name: string): { readonly user: Pick<InternalUser, 'attributes'> } | undefined;
  };
  readonly who: { readonly subject: { readonly userName: string } };
};

/** What is missing, as far as it says which roles are about it. */
export interface Question {
  readonly cluster: readonly string[];
  /** Missing actions on indices and tenants. */
  readonly onData: readonly string[];
}

/** Built-in roles for programs and other clusters, and for what each user keeps alone. */
const SERVICE_ROLES: ReadonlySet<string> = new Set([
  'kibana_server',
  'opensearch_dashboards_server',
  'logstash',
  'own_index',
  'cross_cluster_replication_leader_full_access',
  'cross_cluster_replication_follower_full_access',
  'cross_cluster_search_remote_full_access',
]);

/** Built-in roles that contain more than they are for, and what they are for. */
const PURPOSES: ReadonlyMap<string, RegExp> = new Map([
  ['point_in_time_full_access', /point_in_time/],
]);

/** Users under which programs log in by default. */
const PROGRAMS: ReadonlySet<string> = new Set(['kibanaserver', 'logstash']);

/** Whether everybody, or everybody who can reach the server, has the role. */
function isEverybodys({ rules }: Pick<GrantContext, 'rules'>, role: string): boolean {
  const { users, backend_roles: some, and_backend_roles: all, hosts } = getMembership(rules, role);
  return (
    [...users, ...some].some(isEverything) ||
    (all.length > 0 && all.every(isEverything)) ||
    hosts.some(isEveryHost)
  );
}

/** Whether an existing role may get more permissions. */
export function isExtensible(
  context: GrantContext,
  question: Question,
  name: string,
  { reserved, hidden, static: isStatic }: Role
): boolean {
  return (
    !reserved &&
    !hidden &&
    isStatic !== true &&
    !isEverybodys(context, name) &&
    !isOfPrograms(context, name) &&
    (asksForAdministration(question) || !isAdministrative(context, name))
  );
}

/** Whether a role may be given to one more person. */
export function isAssignable(
  context: GrantContext,
  question: Question,
  name: string,
  role: Role
): boolean {
  const mapping = context.rules.mapping(name);
  return (
    mapping?.reserved !== true &&
    mapping?.hidden !== true &&
    !isEverybodys(context, name) &&
    !isOfPrograms(context, name) &&
    isAbout(context, question, name, role) &&
    (asksForAdministration(question) || !isAdministrative(context, name))
  );
}

const asksForAdministration = ({ cluster }: Question): boolean =>
  cluster.some((action) => action.startsWith('restapi:'));

function isAdministrative({ rules, isAdministrator }: GrantContext, name: string): boolean {
  const compiled = rules.compiledRole(name);
  return isAdministrator(name) || (compiled !== undefined && mayAdministerSecurity(compiled));
}

/** A program that asks for more may get it by the role that it has. */
function isOfPrograms({ rules, users, who }: GrantContext, name: string): boolean {
  if (SERVICE_ROLES.has(name)) return true;
  const { users: named, backend_roles: some, hosts } = getMembership(rules, name);
  if (named.includes(who.subject.userName)) return false;
  const isProgram = (user: string): boolean =>
    PROGRAMS.has(user) || isServiceAccount(users.find(user)?.user.attributes ?? {});
  return named.length > 0 && some.length === 0 && hosts.length === 0 && named.every(isProgram);
}

/**
 * Whether a role is about what is missing. Roles for data bring the cluster permissions of their
 * requests, and built-in roles for a feature grant permissions on indices by the way.
 */
function isAbout(
  { rules }: GrantContext,
  { cluster, onData }: Question,
  name: string,
  { reserved, static: isStatic, ...role }: Role
): boolean {
  const isForData = role.index_permissions.length > 0 || role.tenant_permissions.length > 0;
  const isAnswer = onData.length > 0 || !isForData;
  if (!reserved && isStatic !== true) return isAnswer;
  const purpose = PURPOSES.get(name);
  if (purpose) return onData.some((action) => purpose.test(action));
  const listMembers = (group: string) => rules.actionGroup(group)?.allowed_actions;
  const features = expandActions(role.cluster_permissions, listMembers).filter((action) =>
    action.startsWith('cluster:admin/')
  );
  if (features.length === 0) return isAnswer;
  const feature = new PatternSet(features);
  return cluster.some((action) => feature.matches(action));
}
