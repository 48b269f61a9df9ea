/** Tests of journeys that a cluster does not have: titles to reasons, by files of `test/e2e`. */
import type { EmbeddedOnly } from '../../helpers/cluster_journeys';

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
} satisfies Record<string, EmbeddedOnly>;
