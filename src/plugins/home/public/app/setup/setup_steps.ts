/** Derives the setup steps from the facts: status, reason and remedy of each. */
import { i18n } from '@sd/core/public';
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
const rolesLabel = () =>
  i18n.translate('home.setUp.link.roles', { defaultMessage: 'Open the roles' });
const usersLabel = () =>
  i18n.translate('home.setUp.link.users', { defaultMessage: 'Open the internal users' });

function healthStep({ engine: { level, kind, summary } }: SetupFacts): SetupStep {
  const isHealthy = level === 'available';
  return {
    id: 'health',
    state: isHealthy ? 'done' : 'attention',
    title: i18n.translate('home.setUp.health.title', { defaultMessage: 'Security engine' }),
    text: !isHealthy
      ? summary
      : kind === 'embedded'
        ? i18n.translate('home.setUp.health.embedded', {
            defaultMessage:
              'The embedded engine runs. Its configuration lies in the data folder: keep a copy of it.',
          })
        : i18n.translate('home.setUp.health.cluster', {
            defaultMessage: 'The cluster answers. It keeps the security configuration.',
          }),
    link: {
      appId: 'status',
      label: i18n.translate('home.setUp.link.status', { defaultMessage: 'Open the status' }),
    },
  };
}

function roleSteps({ roles }: SetupFacts): readonly SetupStep[] {
  if (!roles) return [];
  const { total, unused } = roles;
  const own: SetupStep = {
    id: 'roles',
    state: total > 0 ? 'done' : 'advice',
    title: i18n.translate('home.setUp.roles.title', { defaultMessage: 'Roles of your own' }),
    text:
      total > 0
        ? i18n.translate('home.setUp.roles.some', {
            defaultMessage:
              '{total, plural, one {There is # role} other {There are # roles}} of your own.',
            values: { total },
          })
        : i18n.translate('home.setUp.roles.none', {
            defaultMessage: 'A role says what people may read and change. Create the first one.',
          }),
    link:
      total > 0
        ? security('/roles', rolesLabel())
        : security(
            '/roles/create',
            i18n.translate('home.setUp.link.createRole', { defaultMessage: 'Create a role' })
          ),
  };
  if (unused.count === 0) return [own];
  return [
    own,
    {
      id: 'unusedRoles',
      state: 'advice',
      title: i18n.translate('home.setUp.unusedRoles.title', {
        defaultMessage: 'Roles that nobody has',
      }),
      text: i18n.translate('home.setUp.unusedRoles.text', {
        defaultMessage:
          '{isAtLeast, select, true {At least } other {}}{count, plural, one {# role is} other {# roles are}} given to nobody: {names}{more, plural, =0 {} other { and # more}}. Map users to them or delete them.',
        values: {
          isAtLeast: String(unused.isAtLeast),
          count: unused.count,
          names: unused.names.join(', '),
          more: unused.count - unused.names.length,
        },
      }),
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
    title: i18n.translate('home.setUp.users.title', { defaultMessage: 'Users' }),
    text: hasUsers
      ? i18n.translate('home.setUp.users.some', {
          defaultMessage: 'There are {total, number} internal users.',
          values: { total },
        })
      : i18n.translate('home.setUp.users.none', {
          defaultMessage: 'You are the only one who can sign in. Create users and give them roles.',
        }),
    link: hasUsers
      ? security('/users', usersLabel())
      : security(
          '/users/create',
          i18n.translate('home.setUp.link.createUser', { defaultMessage: 'Create a user' })
        ),
  };
  const steps = [own, administratorStep(withFullAccess)];
  if (!withoutRole) return steps;
  return [
    ...steps,
    {
      id: 'usersWithoutRole',
      state: 'attention',
      title: i18n.translate('home.setUp.usersWithoutRole.title', {
        defaultMessage: 'Users without a role',
      }),
      text: i18n.translate('home.setUp.usersWithoutRole.text', {
        defaultMessage:
          '{count, plural, one {# user has} other {# users have}} no role and can open nothing.',
        values: { count: withoutRole },
      }),
      link: security('/users', usersLabel()),
    },
  ];
}

function administratorStep(count: number): SetupStep {
  const text =
    count > 1
      ? i18n.translate('home.setUp.administrators.some', {
          defaultMessage: '{count, number} users have the role {role}.',
          values: { count, role: FULL_ACCESS_ROLE },
        })
      : count === 1
        ? i18n.translate('home.setUp.administrators.one', {
            defaultMessage:
              'Only one user has the role {role}. A second one can help when the first cannot sign in.',
            values: { role: FULL_ACCESS_ROLE },
          })
        : i18n.translate('home.setUp.administrators.none', {
            defaultMessage: 'No internal user has the role {role}.',
            values: { role: FULL_ACCESS_ROLE },
          });
  return {
    id: 'administrators',
    state: count > 1 ? 'done' : 'advice',
    title: i18n.translate('home.setUp.administrators.title', { defaultMessage: 'Administrators' }),
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
    title: i18n.translate('home.setUp.tenants.title', { defaultMessage: 'Tenants' }),
    text: !isMultitenancyOn
      ? i18n.translate('home.setUp.tenants.off', {
          defaultMessage: 'Multi-tenancy is off: everybody works on the same saved objects.',
        })
      : total > 0
        ? i18n.translate('home.setUp.tenants.some', {
            defaultMessage:
              '{total, plural, one {There is # tenant} other {There are # tenants}} of your own.',
            values: { total },
          })
        : i18n.translate('home.setUp.tenants.none', {
            defaultMessage:
              'A tenant keeps the saved objects of a team apart from those of others. There is none yet.',
          }),
  };
}

function auditStep({ isAuditLogOn }: SetupFacts): SetupStep | undefined {
  if (isAuditLogOn === undefined) return undefined;
  return {
    id: 'audit',
    state: isAuditLogOn ? 'done' : 'attention',
    title: i18n.translate('home.setUp.audit.title', { defaultMessage: 'Audit log' }),
    text: isAuditLogOn
      ? i18n.translate('home.setUp.audit.on', {
          defaultMessage: 'Sign-ins and denied access are recorded.',
        })
      : i18n.translate('home.setUp.audit.off', {
          defaultMessage: 'It is off: nobody will be able to tell who did what.',
        }),
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function connectionStep({ protocol, hostname }: PageConnection): SetupStep {
  const isLocal = LOOPBACK.test(hostname);
  const isEncrypted = protocol === 'https:';
  return {
    id: 'connection',
    state: isEncrypted ? 'done' : isLocal ? 'advice' : 'attention',
    title: i18n.translate('home.setUp.connection.title', { defaultMessage: 'Connection' }),
    text: isEncrypted
      ? i18n.translate('home.setUp.connection.encrypted', {
          defaultMessage: 'Browsers speak to this address by HTTPS.',
        })
      : isLocal
        ? i18n.translate('home.setUp.connection.local', {
            defaultMessage:
              'HTTP is fine on this machine. Before others come, set server.ssl, or put a proxy with HTTPS in front.',
          })
        : i18n.translate('home.setUp.connection.open', {
            defaultMessage:
              'Passwords travel readable by HTTP. Set server.ssl, or put a proxy with HTTPS in front.',
          }),
  };
}
