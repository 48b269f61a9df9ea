/** Derives the setup steps from the facts: the reason and the remedy of each that is open. */
import { GUIDES_APP_ID, t } from '@sd/core/public';
import type { FindingCounts } from '@sd/contracts';
import { FULL_ACCESS_ROLE, type SetupFacts } from '../../../common';

/** A step that is not done. */
export interface OpenStep {
  readonly id: string;
  readonly needsAttention: boolean;
  readonly title: string;
  readonly text: string;
  /** The page of the product that fixes it, or the guide that says how. */
  readonly link?: { readonly label: string; readonly appId: string; readonly path?: string };
}

type Step = OpenStep | 'done';

/** How the browser reached this page. */
export interface PageConnection {
  readonly protocol: string;
  readonly hostname: string;
}

export interface SetupSteps {
  /** Those that need attention first. */
  readonly open: readonly OpenStep[];
  /** Of the setup, which ends; findings and change requests come and go. */
  readonly progress: { readonly done: number; readonly total: number };
}

/** Absent where the backend has none, and until they are read. */
interface Counts {
  readonly findings?: FindingCounts | undefined;
  /** Change requests that the user may approve. */
  readonly waiting?: number | undefined;
}

export function setupSteps(
  facts: SetupFacts,
  connection: PageConnection,
  { findings, waiting }: Counts
): SetupSteps {
  const setup = [
    ...roleSteps(facts),
    ...userSteps(facts),
    tenantStep(facts),
    auditStep(facts),
    connectionStep(connection),
  ].filter((step) => step !== undefined);
  const others = [
    healthStep(facts),
    requestsStep(waiting),
    findingsStep(findings),
    unusedRolesStep(facts),
    usersWithoutRoleStep(facts),
  ];
  const isOpen = (step: Step | undefined): step is OpenStep =>
    step !== undefined && step !== 'done';
  const rank = ({ needsAttention }: OpenStep) => (needsAttention ? 0 : 1);
  return {
    open: [...others, ...setup].filter(isOpen).sort((a, b) => rank(a) - rank(b)),
    progress: { done: setup.filter((step) => step === 'done').length, total: setup.length },
  };
}

const security = (path: string, label: string): OpenStep['link'] => ({
  appId: 'security',
  path,
  label,
});

function healthStep({ engine: { level, summary } }: SetupFacts): Step {
  if (level === 'available') return 'done';
  return {
    id: 'health',
    needsAttention: true,
    title: t('home.setUp.health.title', 'Security engine'),
    text: summary,
    link: { appId: 'status', label: t('home.setUp.link.status', 'Show status') },
  };
}

function requestsStep(count: number | undefined): OpenStep | undefined {
  if (!count) return undefined;
  return {
    id: 'changeRequests',
    needsAttention: true,
    title: t('home.setUp.changeRequests.title', 'Change requests'),
    text: t(
      'home.setUp.changeRequests.text',
      '{count, plural, one {1 change request is} other {{count, number} change requests are}} waiting for your approval.',
      { count }
    ),
    link: security('/changeRequests', t('home.setUp.link.changeRequests', 'Show change requests')),
  };
}

function findingsStep(counts: FindingCounts | undefined): OpenStep | undefined {
  if (!counts) return undefined;
  const serious = counts.critical + counts.high;
  const others = counts.medium + counts.low;
  if (serious + others === 0) return undefined;
  return {
    id: 'findings',
    needsAttention: serious > 0,
    title: t('home.setUp.findings.title', 'Findings'),
    text: t(
      'home.setUp.findings.text',
      '{total, plural, one {1 finding} other {{total, number} findings}}{serious, plural, =0 {.} other {, {serious, number} of them serious.}}',
      { serious, total: serious + others }
    ),
    link: security('/findings', t('home.setUp.link.findings', 'Show findings')),
  };
}

function roleSteps({ roles }: SetupFacts): readonly Step[] {
  if (!roles) return [];
  if (roles.total > 0) return ['done'];
  return [
    {
      id: 'roles',
      needsAttention: false,
      title: t('home.setUp.roles.title', 'Custom roles'),
      text: t(
        'home.setUp.roles.none',
        'Roles decide what users can read and change. Create the first one.'
      ),
      link: security('/roles/create', t('home.setUp.link.createRole', 'Create role')),
    },
  ];
}

function unusedRolesStep({ roles }: SetupFacts): OpenStep | undefined {
  if (!roles || roles.unused.count === 0) return undefined;
  const { unused } = roles;
  return {
    id: 'unusedRoles',
    needsAttention: false,
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
    link: security('/roles', t('home.setUp.link.roles', 'Show roles')),
  };
}

function userSteps({ users }: SetupFacts): readonly Step[] {
  if (!users) return [];
  const { total, withFullAccess } = users;
  const own: Step =
    total > 1
      ? 'done'
      : {
          id: 'users',
          needsAttention: false,
          title: t('home.setUp.users.title', 'Users'),
          text: t(
            'home.setUp.users.none',
            'Only you can log in. Create users and give them roles.'
          ),
          link: security('/users/create', t('home.common.createUser', 'Create user')),
        };
  return [own, administratorStep(withFullAccess)];
}

function usersWithoutRoleStep({ users }: SetupFacts): OpenStep | undefined {
  if (!users?.withoutRole) return undefined;
  return {
    id: 'usersWithoutRole',
    needsAttention: true,
    title: t('home.setUp.usersWithoutRole.title', 'Users without a role'),
    text: t(
      'home.setUp.usersWithoutRole.text',
      "{count, plural, one {1 user has} other {{count, number} users have}} no role and can't open anything.",
      { count: users.withoutRole }
    ),
    link: security('/users', t('home.setUp.link.users', 'Show users')),
  };
}

function administratorStep(count: number): Step {
  if (count > 1) return 'done';
  return {
    id: 'administrators',
    needsAttention: false,
    title: t('home.setUp.administrators.title', 'Administrators'),
    text:
      count === 1
        ? t(
            'home.setUp.administrators.one',
            "Only one user has the role {role}. Add a second in case the first can't log in.",
            { role: FULL_ACCESS_ROLE }
          )
        : t('home.setUp.administrators.none', 'No internal user has the role {role}.', {
            role: FULL_ACCESS_ROLE,
          }),
    link: security(
      `/roles/edit/${FULL_ACCESS_ROLE}/mapuser`,
      t('home.setUp.link.mapUsers', 'Map users to it')
    ),
  };
}

function tenantStep({ isMultitenancyOn, tenants }: SetupFacts): Step | undefined {
  if (!isMultitenancyOn || !tenants) return undefined;
  if (tenants.total > 0) return 'done';
  return {
    id: 'tenants',
    needsAttention: false,
    title: t('home.setUp.tenants.title', 'Tenants'),
    text: t(
      'home.setUp.tenants.none',
      "A tenant keeps a team's saved objects separate. There are none yet."
    ),
    link: security('/tenants/create', t('home.setUp.link.createTenant', 'Create tenant')),
  };
}

function auditStep({ isAuditLogOn }: SetupFacts): Step | undefined {
  if (isAuditLogOn === undefined) return undefined;
  if (isAuditLogOn) return 'done';
  return {
    id: 'audit',
    needsAttention: true,
    title: t('home.setUp.audit.title', 'Audit logging'),
    text: t('home.setUp.audit.off', "Audit logging is off. You can't see later who did what."),
    link: security('/auditLogging', t('home.setUp.link.audit', 'Open settings')),
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function connectionStep({ protocol, hostname }: PageConnection): Step {
  if (protocol === 'https:') return 'done';
  const isLocal = LOOPBACK.test(hostname);
  return {
    id: 'connection',
    needsAttention: !isLocal,
    title: t('home.setUp.connection.title', 'Connection'),
    text: isLocal
      ? t(
          'home.setUp.connection.local',
          'Before others connect, turn on HTTPS: set server.ssl.certificate and server.ssl.key, or use a proxy.'
        )
      : t(
          'home.setUp.connection.open',
          'Passwords are sent unencrypted over HTTP. Turn on HTTPS: set server.ssl.certificate and server.ssl.key, or use a proxy.'
        ),
    link: {
      appId: GUIDES_APP_ID,
      path: '/guide/operate#tls',
      label: t('home.setUp.link.https', 'Set up HTTPS'),
    },
  };
}
