/** Derives the setup steps from the facts: status, reason and remedy of each. */
import { t } from '@sd/core/public';
import { FULL_ACCESS_ROLE, type SetupFacts } from '../../../common';

export type StepState = 'attention' | 'advice' | 'done';

export interface SetupStep {
  readonly id: string;
  readonly state: StepState;
  readonly title: string;
  readonly text: string;
  /** Where to fix it. */
  readonly link?: {
    readonly appId: string;
    readonly path?: string;
    readonly label: string;
  };
}

/** How the browser reached this page. */
export interface PageConnection {
  readonly protocol: string;
  readonly hostname: string;
}

const RANK: Readonly<Record<StepState, number>> = { attention: 0, advice: 1, done: 2 };

/** Steps that need attention first, then the open steps in order, then the completed ones. */
export function setupSteps(facts: SetupFacts, connection: PageConnection): readonly SetupStep[] {
  const steps = [
    healthStep(facts),
    ...roleSteps(facts),
    ...userSteps(facts),
    tenantStep(facts),
    auditStep(facts),
    connectionStep(connection),
  ].filter((step) => step !== undefined);
  return steps.sort((a, b) => RANK[a.state] - RANK[b.state]);
}

const security = (path: string, label: string): SetupStep['link'] => ({
  appId: 'security',
  path,
  label,
});
const rolesLabel = () => t('home.setUp.link.roles', 'Show roles');
const usersLabel = () => t('home.setUp.link.users', 'Show internal users');

function healthStep({ engine: { level, kind, summary } }: SetupFacts): SetupStep {
  const isHealthy = level === 'available';
  return {
    id: 'health',
    state: isHealthy ? 'done' : 'attention',
    title: t('home.setUp.health.title', 'Security engine'),
    text: !isHealthy
      ? summary
      : kind === 'embedded'
        ? t('home.setUp.health.embedded', 'The engine is running. Back up the data folder.')
        : t(
            'home.setUp.health.cluster',
            'The cluster is reachable and stores the security configuration.'
          ),
    link: {
      appId: 'status',
      label: t('home.setUp.link.status', 'Show status'),
    },
  };
}

function roleSteps({ roles }: SetupFacts): readonly SetupStep[] {
  if (!roles) return [];
  const { total, unused } = roles;
  const own: SetupStep = {
    id: 'roles',
    state: total > 0 ? 'done' : 'advice',
    title: t('home.setUp.roles.title', 'Custom roles'),
    text:
      total > 0
        ? t(
            'home.setUp.roles.some',
            '{total, plural, one {1 custom role} other {{total, number} custom roles}}.',
            { total }
          )
        : t(
            'home.setUp.roles.none',
            'Roles decide what users can read and change. Create the first one.'
          ),
    link:
      total > 0
        ? security('/roles', rolesLabel())
        : security('/roles/create', t('home.setUp.link.createRole', 'Create role')),
  };
  if (unused.count === 0) return [own];
  return [
    own,
    {
      id: 'unusedRoles',
      state: 'advice',
      title: t('home.setUp.unusedRoles.title', 'Unused roles'),
      text: t(
        'home.setUp.unusedRoles.text',
        '{count, plural, one {1 role} other {{count, number}{isAtLeast, select, true {+} other {}} roles}} without users: {names}{more, plural, =0 {} other { and # more}}. Map users or delete them.',
        {
          isAtLeast: String(unused.isAtLeast),
          count: unused.count,
          names: unused.names.join(', '),
          more: unused.count - unused.names.length,
        }
      ),
      link: security('/roles', rolesLabel()),
    },
  ];
}

function userSteps({ users }: SetupFacts): readonly SetupStep[] {
  if (!users) return [];
  const { total, withFullAccess, withoutRole } = users;
  const hasUsers = total > 1;
  const own: SetupStep = {
    id: 'users',
    state: hasUsers ? 'done' : 'advice',
    title: t('home.setUp.users.title', 'Users'),
    text: hasUsers
      ? t('home.setUp.users.some', '{total, number} internal users.', { total })
      : t('home.setUp.users.none', 'Only you can log in. Create users and give them roles.'),
    link: hasUsers
      ? security('/users', usersLabel())
      : security('/users/create', t('home.setUp.link.createUser', 'Create user')),
  };
  const steps = [own, administratorStep(withFullAccess)];
  if (!withoutRole) return steps;
  return [
    ...steps,
    {
      id: 'usersWithoutRole',
      state: 'attention',
      title: t('home.setUp.usersWithoutRole.title', 'Users without a role'),
      text: t(
        'home.setUp.usersWithoutRole.text',
        "{count, plural, one {1 user has} other {{count, number} users have}} no role and can't open anything.",
        { count: withoutRole }
      ),
      link: security('/users', usersLabel()),
    },
  ];
}

function administratorStep(count: number): SetupStep {
  const text =
    count > 1
      ? t('home.setUp.administrators.some', '{count, number} users have the role {role}.', {
          count,
          role: FULL_ACCESS_ROLE,
        })
      : count === 1
        ? t(
            'home.setUp.administrators.one',
            "Only one user has the role {role}. Add a second in case the first can't log in.",
            { role: FULL_ACCESS_ROLE }
          )
        : t('home.setUp.administrators.none', 'No internal user has the role {role}.', {
            role: FULL_ACCESS_ROLE,
          });
  return {
    id: 'administrators',
    state: count > 1 ? 'done' : 'advice',
    title: t('home.setUp.administrators.title', 'Administrators'),
    text,
    link: security('/users', usersLabel()),
  };
}

function tenantStep({ isMultitenancyOn, tenants }: SetupFacts): SetupStep | undefined {
  if (isMultitenancyOn && !tenants) return undefined;
  const total = tenants?.total ?? 0;
  return {
    id: 'tenants',
    state: total > 0 ? 'done' : 'advice',
    title: t('home.setUp.tenants.title', 'Tenants'),
    text: !isMultitenancyOn
      ? t('home.setUp.tenants.off', 'Multi-tenancy is off: all users share the same saved objects.')
      : total > 0
        ? t(
            'home.setUp.tenants.some',
            '{total, plural, one {1 custom tenant} other {{total, number} custom tenants}}.',
            { total }
          )
        : t(
            'home.setUp.tenants.none',
            "A tenant keeps a team's saved objects separate. There are none yet."
          ),
  };
}

function auditStep({ isAuditLogOn }: SetupFacts): SetupStep | undefined {
  if (isAuditLogOn === undefined) return undefined;
  return {
    id: 'audit',
    state: isAuditLogOn ? 'done' : 'attention',
    title: t('home.setUp.audit.title', 'Audit logging'),
    text: isAuditLogOn
      ? t('home.setUp.audit.on', 'Logins and denied access are recorded.')
      : t('home.setUp.audit.off', "Audit logging is off. You can't see later who did what."),
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function connectionStep({ protocol, hostname }: PageConnection): SetupStep {
  const isLocal = LOOPBACK.test(hostname);
  const isEncrypted = protocol === 'https:';
  return {
    id: 'connection',
    state: isEncrypted ? 'done' : isLocal ? 'advice' : 'attention',
    title: t('home.setUp.connection.title', 'Connection'),
    text: isEncrypted
      ? t('home.setUp.connection.encrypted', 'Browsers connect over HTTPS.')
      : isLocal
        ? t(
            'home.setUp.connection.local',
            'Turn on HTTPS before others connect (server.ssl or a proxy).'
          )
        : t(
            'home.setUp.connection.open',
            'Passwords are sent unencrypted over HTTP. Turn on HTTPS (server.ssl or a proxy).'
          ),
  };
}
