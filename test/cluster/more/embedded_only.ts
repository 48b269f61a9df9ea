/** Tests of journeys that a cluster does not have: titles to reasons, by files of `test/e2e`. */
import type { EmbeddedOnly } from '../../helpers/cluster_journeys';

const numbers = (journey: string) => `${journey} by mouse takes no more clicks than it may`;
const NO_DEMAND = 'A cluster lets people in by a generated password as by any other.';

export const SHELL = {
  keyboard: {},
  bad_input: {},
  locale: {},
  branding: {},
  specified_start_up: {},
} satisfies Record<string, EmbeddedOnly>;

export const SPECIFIED = {
  specified_account: {},
  specified_admin: {},
  specified_audit: {},
  specified_configuration: {},
  specified_pages: {},
} satisfies Record<string, EmbeddedOnly>;

export const MANAGEMENT = {
  management: {},
  test_subjects: {},
  journey_numbers: {
    [numbers('01_new_analyst')]: NO_DEMAND,
    [numbers('02_user_with_role')]: NO_DEMAND,
    [numbers('05_leaver')]: 'A cluster lets everybody in whose password is right.',
    [numbers('07_own_password')]: 'The administrator of a cluster as shipped is reserved.',
    [numbers('10_export_change_import')]: 'On a cluster the history has an import as single calls.',
  },
} satisfies Record<string, EmbeddedOnly>;
