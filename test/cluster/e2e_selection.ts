/**
 * Which files of `test/e2e` run on a cluster, and which tests of them it does not have: titles to
 * reasons. test/integration/backends_table looks that no file is forgotten.
 */
import type { EmbeddedOnly } from '../helpers/cluster_journeys';

type Journeys = Readonly<Record<string, EmbeddedOnly>>;

/** In the last one the administrator gives the own access away. */
export const CHANGES = {
  sharing: {},
  records: {},
  administration: {},
  lockout: {},
} satisfies Journeys;

const numbers = (journey: string) => `${journey} by mouse takes no more clicks than it may`;
const NO_SUSPENSION = 'A cluster lets everybody in whose password is right.';
const NO_DEMAND = 'A cluster lets people in by a generated password as by any other.';

export const SHELL = {
  keyboard: {},
  bad_input: {},
  locale: {},
  branding: {},
  specified_start_up: {},
} satisfies Journeys;

export const SPECIFIED = {
  specified_account: {},
  specified_admin: {},
  specified_audit: {},
  specified_configuration: {},
  specified_pages: {},
} satisfies Journeys;

export const MANAGEMENT = {
  management: {},
  test_subjects: {},
  page_preload: {},
  features: {
    'are offered permissions by verb, without groups of the other kind, and names as hearsay':
      'A cluster has indices, whose names are no hearsay.',
    'are suspended several at once, and brought back': NO_SUSPENSION,
  },
  journey_numbers: {
    [numbers('01_new_analyst')]: NO_DEMAND,
    [numbers('02_user_with_role')]: NO_DEMAND,
    [numbers('05_leaver')]: NO_SUSPENSION,
    [numbers('07_own_password')]: 'The administrator of a cluster as shipped is reserved.',
    [numbers('10_export_change_import')]: 'On a cluster the history has an import as single calls.',
  },
} satisfies Journeys;

const PICTURES = 'test/cluster/every_screen looks at the same catalogue.';
const FACTORS = 'A cluster has no second factors.';
const DOMAINS = 'The domains are those of a cluster: test/cluster/login_types.';
const NO_BACKEND = 'It is the same whatever the backend says.';

/** What does not run there as it is: files to reasons. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  api_keys: 'A cluster has no API keys.',
  audit_trail: 'A cluster writes events of another form: test/cluster/audit_events.',
  budgets: NO_BACKEND,
  catalogue: NO_BACKEND,
  every_screen_away: 'It has clusters of its own, which are in trouble.',
  every_screen_configuration: PICTURES,
  every_screen_management: PICTURES,
  every_screen_people: PICTURES,
  every_screen_records: PICTURES,
  every_screen_roles: PICTURES,
  every_screen_shell: PICTURES,
  smoke: PICTURES,
  journey: 'test/cluster/journey, with tenants of a cluster.',
  leaks: NO_BACKEND,
  plugins: NO_BACKEND,
  login_factors: FACTORS,
  login_openid: DOMAINS,
  login_providers: DOMAINS,
  login_steps: FACTORS,
  login_texts: NO_BACKEND,
  login_tokens: DOMAINS,
};
