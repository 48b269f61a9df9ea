/**
 * The answer as a path: user, backend role, role, permission. Where the path breaks, it shows the
 * gap and the smallest change that closes it.
 */
import { EuiBadge, EuiFlexGroup, EuiFlexItem, EuiIcon, EuiLink, EuiText } from '@elastic/eui';
import type {
  AccessExplanation,
  ExplainedRole,
  Grant,
  NearMiss,
  RoleOrigin,
  Suggestion,
} from '@sd/contracts';
import { t } from '@sd/core/public';
import { useLink, WrappingText } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';
import { tenantLabel } from '../../../services/tenant_labels';
import { ROLE_PAGES, USER_PAGES } from '../paths';
import { verbText } from './action_verbs';
import { listMisses, nearMissText } from './chain_texts';
import { reasonText } from './decision_texts';

/** Paths that are shown. The sentences below them have all. */
const MAX_PATHS = 3;

interface Stop {
  readonly kind: 'user' | 'backendRole' | 'role' | 'permission' | 'gap';
  readonly text: string;
  /** Page of the user or role. */
  readonly path?: string;
}

/** What is wrong with the way that is there, however access is allowed. */
const IS_ITS_OWN_REASON: ReadonlySet<NearMiss['code']> = new Set<NearMiss['code']>([
  'attribute_missing',
  'explicit_only',
  'role_missing',
  'mapping_incomplete',
  'restriction_unresolved',
  'restriction_invalid',
  'restriction_in_force',
]);

/**
 * The miss at which the path of a denied request breaks: of the role that the fix adds to, or one
 * that says more than that a permission is missing.
 */
export function closestMiss(
  { decision, near_misses: misses }: AccessExplanation,
  fix: Suggestion | undefined
): NearMiss | undefined {
  if (decision.outcome === 'allowed') return undefined;
  const sorted = [...misses].sort((a, b) => b.closeness - a.closeness);
  const extended = fix?.kind === 'extend_role' ? fix.role : undefined;
  return (
    sorted.find(({ code }) => IS_ITS_OWN_REASON.has(code)) ??
    sorted.find(({ role }) => role === extended) ??
    (fix ? undefined : listMisses(sorted)[0])
  );
}

/** Whether the path tells the miss: a fix says in fewer words that a permission is missing. */
export const isShown = ({ code }: NearMiss, fix: Suggestion | undefined): boolean =>
  !fix || IS_ITS_OWN_REASON.has(code);

function listPaths(
  response: AccessExplanation,
  suggestion: Suggestion | undefined
): ReadonlyArray<readonly Stop[]> {
  const { decision, user, grants } = response;
  const start: Stop = {
    kind: 'user',
    text: user.name,
    ...(user.exists && { path: USER_PAGES.view(user.name) }),
  };
  const toRole = (name: string): readonly Stop[] => {
    const role = user.roles.find(({ role: one }) => one === name);
    return [start, ...(role ? viaStops(role) : []), roleStop(name)];
  };
  const granted = grants.map((grant) => [...toRole(grant.role), permissionStop(grant)]);
  const paths = [...new Map(granted.map((path) => [JSON.stringify(path), path])).values()];
  if (decision.outcome === 'allowed') return paths.slice(0, MAX_PATHS);
  const miss = closestMiss(response, suggestion);
  const gap: Stop = {
    kind: 'gap',
    text: miss && isShown(miss, suggestion) ? nearMissText(miss) : missingText(decision),
  };
  // A miss of a role that the user lacks breaks the path at the user.
  const broken = miss && hasRole(response, miss) ? [...toRole(miss.role), gap] : [start, gap];
  return [...paths.slice(0, MAX_PATHS - 1), broken];
}

/** In the words of the question, where only a permission is missing. */
function missingText(decision: AccessExplanation['decision']): string {
  const { reason, missing_actions: actions, denied_indices: denied } = decision;
  const [action] = actions;
  if (action === undefined || actions.length > 1) return reasonText(decision);
  if (reason === 'missing_cluster_permission')
    return permissionText(action, t('security.explorer.path.cluster', 'the cluster'));
  return reason === 'missing_index_permission' && denied.length > 0
    ? permissionText(action, denied.join(', '))
    : reasonText(decision);
}

const permissionText = (action: string, target: string): string =>
  t('security.explorer.path.permission', '{verb} on {target}', { verb: verbText(action), target });

const hasRole = ({ user }: AccessExplanation, { role }: NearMiss): boolean =>
  user.roles.some((one) => one.role === role);

const roleStop = (name: string): Stop => ({
  kind: 'role',
  text: name,
  path: ROLE_PAGES.view(name),
});

/** Backend roles that lead to the role; none if it is given to the user. */
function viaStops({ origins }: ExplainedRole): readonly Stop[] {
  if (origins.some(({ via }) => via === 'direct' || via === 'users')) return [];
  const [origin] = origins;
  const names = origin ? backendRoles(origin) : [];
  return names.length === 0 ? [] : [{ kind: 'backendRole', text: names.join(', ') }];
}

function backendRoles(origin: RoleOrigin): readonly string[] {
  switch (origin.via) {
    case 'backend_roles':
      return [origin.value];
    case 'and_backend_roles':
      return origin.values;
    default:
      return [];
  }
}

const permissionStop = ({ kind, requested_action: action, ...grant }: Grant): Stop => ({
  kind: 'permission',
  text:
    kind === 'tenant'
      ? t('security.explorer.path.tenant', 'tenant {tenant}', {
          tenant: tenantLabel(grant.tenant ?? ''),
        })
      : permissionText(
          action,
          kind === 'cluster'
            ? t('security.explorer.path.cluster', 'the cluster')
            : (grant.index_match?.pattern ?? grant.index ?? '')
        ),
});

const kindLabel = (kind: Stop['kind']): string =>
  ({
    user: t('security.common.user', 'User'),
    backendRole: t('security.common.backendRole', 'Backend role'),
    role: t('security.common.role', 'Role'),
    permission: t('security.explorer.path.allowed', 'Allows'),
    gap: t('security.explorer.path.gap', 'Missing'),
  })[kind];

export interface AccessPathsProps {
  readonly response: AccessExplanation;
  /** The change that closes the gap. */
  readonly suggestion: Suggestion | undefined;
  /** Shows it. */
  readonly fix: ReactNode;
}

export function AccessPaths({ response, suggestion, fix }: AccessPathsProps): ReactElement {
  const paths = listPaths(response, suggestion);
  return (
    <>
      {paths.map((stops, index) => (
        <ol
          key={index}
          aria-label={t('security.explorer.path.label', 'Path {number}', { number: index + 1 })}
          style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, margin: 0 }}
        >
          {stops.map((stop, at) => (
            <PathStop key={at} stop={stop} isFirst={at === 0} fix={fix} />
          ))}
        </ol>
      ))}
    </>
  );
}

function PathStop({
  stop: { kind, text, path },
  isFirst,
  fix,
}: {
  readonly stop: Stop;
  readonly isFirst: boolean;
  readonly fix: ReactNode;
}): ReactElement {
  const link = useLink();
  return (
    <li style={{ minInlineSize: 0, maxInlineSize: '100%', paddingBlock: 4 }}>
      <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false}>
        {!isFirst && (
          <EuiFlexItem grow={false}>
            <EuiIcon
              type={kind === 'gap' ? 'cross' : 'chevronSingleRight'}
              color={kind === 'gap' ? 'danger' : 'subdued'}
              aria-hidden
            />
          </EuiFlexItem>
        )}
        <EuiFlexItem style={{ minInlineSize: 0 }}>
          <EuiText size="xs" color="subdued">
            {kindLabel(kind)}
          </EuiText>
          <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
            {path !== undefined ? (
              <EuiLink {...link(path)}>
                <WrappingText text={text} />
              </EuiLink>
            ) : kind === 'permission' ? (
              <EuiBadge color="success">{text}</EuiBadge>
            ) : (
              <WrappingText text={text} />
            )}
          </EuiText>
          {kind === 'gap' && fix}
        </EuiFlexItem>
      </EuiFlexGroup>
    </li>
  );
}
