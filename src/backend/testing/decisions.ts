/** Decisions with rules from a test, for tests of the engine. */
import type { DecisionSettings, DecisionSubject } from '../access/evaluation/access_decision';
import {
  findDoubtful,
  toSubject,
  type SimulatedSubject,
} from '../access/evaluation/access_service';
import { RoleSetAccess } from '../access/evaluation/role_set_access';
import type { RuleSet } from '../access/evaluation/rule_set';

export const DECISION_SETTINGS: DecisionSettings = {
  doNotFailOnForbidden: false,
  doNotFailOnForbiddenEmpty: false,
  dfmEmptyOverridesAll: false,
  keepsLastEntry: true,
  hidesUnmatched: true,
  failsOnClashingMasks: false,
  showsFieldsOfObjects: false,
  dashboards: {
    multitenancy_enabled: true,
    private_tenant_enabled: true,
    server_username: 'kibanaserver',
    index: '.kibana',
  },
};

export function whoUnder(book: RuleSet, simulated: SimulatedSubject): DecisionSubject {
  const subject = toSubject(book, simulated);
  return {
    subject,
    access: new RoleSetAccess(book.compiledRoles(subject.roles)),
    tenants: () => book.tenantsFor(subject),
    doubtfulRoles: findDoubtful(book, subject),
  };
}
