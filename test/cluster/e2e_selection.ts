/**
 * The files of `test/e2e` that run on a cluster, and the tests that they skip there: titles to
 * reasons. test/integration/backends_table checks that no file is missing.
 */
import type { EmbeddedOnly } from '../helpers/cluster_journeys';

type Journeys = Readonly<Record<string, EmbeddedOnly>>;

/** The lockout journey comes last because the administrator loses access in it. */
export const CHANGES = {
  sharing: {},
  records: {},
  administration: {},
  lockout: {},
} satisfies Journeys;

const numbers = (journey: string) => `${journey} by mouse stays within its click limit`;
const FACTORS = 'A cluster has no second factors.';
const NO_SUSPENSION = 'A cluster has no suspended users.';
const NO_DEMAND = 'A cluster cannot require a password change after a generated password.';

export const SHELL = {
  keyboard: {},
  bad_input: {},
  locale: {},
  branding: {},
} satisfies Journeys;

export const SPECIFIED = { specified: {} } satisfies Journeys;

export const MANAGEMENT = {
  management: {},
  page_preload: {},
  features: {
    'suggest permissions by description, of the matching kind only, and index names from roles and audit events':
      'A cluster suggests the names of its indices.',
    'are suspended in bulk and reactivated by Undo': NO_SUSPENSION,
  },
  journey_numbers: {
    [numbers('01_new_analyst')]: NO_DEMAND,
    [numbers('02_user_with_role')]: NO_DEMAND,
    [numbers('05_leaver')]: NO_SUSPENSION,
    [numbers('07_own_password')]: 'The administrator of a cluster as shipped is reserved.',
    [numbers('11_audit_trail')]: 'The audit log of a cluster as shipped records no logins.',
    [numbers('10_export_change_import')]:
      'On a cluster the history records an import as single changes.',
    [numbers('13_require_factor')]: FACTORS,
  },
} satisfies Journeys;

const PICTURES = 'test/cluster/every_screen checks the same catalogue.';
const DOMAINS = 'A cluster has its own domains: test/cluster/login_types.';
const NO_BACKEND = 'Independent of the backend.';

/** Files that do not run there: names to reasons. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  api_keys: 'A cluster has no API keys.',
  audit_trail: 'A cluster writes audit events in another format: test/cluster/audit_events.',
  budgets: NO_BACKEND,
  catalogue: NO_BACKEND,
  change_requests: 'test/cluster/journey has one, in parts.',
  clusters: 'test/cluster/two_clusters has real clusters.',
  demonstration: NO_BACKEND,
  role_usage: 'A cluster counts its own events: test/cluster/role_usage.',
  findings:
    'Maps everybody; test/cluster/guardrails and connected_clusters check promises and findings.',
  guides: NO_BACKEND,
  every_screen_away: 'Starts its own faulty clusters.',
  every_screen_people: PICTURES,
  every_screen_roles: PICTURES,
  every_screen_shell: PICTURES,
  smoke: PICTURES,
  specified_account:
    'Starts servers with settings of their own; test/cluster/journey covers the account menu.',
  specified_admin:
    'Has reserved roles and settings of its own; test/cluster/every_screen shows the pages.',
  specified_apps: NO_BACKEND,
  specified_dialogs: 'test/cluster/journey covers the account menu.',
  specified_failures: NO_BACKEND,
  specified_forms: 'test/cluster/every_screen shows the pages, journey_numbers fills in the forms.',
  specified_header: NO_BACKEND,
  specified_overlays: NO_BACKEND,
  specified_plugins: NO_BACKEND,
  specified_requests: NO_BACKEND,
  specified_shell: NO_BACKEND,
  journey: 'test/cluster/journey covers it with the tenants of a cluster.',
  leaks: NO_BACKEND,
  plugins: NO_BACKEND,
  login_factors: FACTORS,
  login_openid: DOMAINS,
  login_providers: DOMAINS,
  login_steps: FACTORS,
  login_texts: NO_BACKEND,
  login_tokens: DOMAINS,
};
