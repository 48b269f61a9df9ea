/** What findings of a rule have in common, as the title of several. */
import type { FINDING_RULES } from '@sd/contracts';
import { t } from '@sd/core/public';

type RuleId = (typeof FINDING_RULES)[number];

const TITLES: Readonly<Record<RuleId, () => string>> = {
  'anonymous-reach': () => t('findings.rule.anonymousReach', 'Access without a login'),
  'audit-off': () => t('findings.rule.auditOff', 'Audit logging turned off'),
  'broken-promise': () => t('findings.rule.brokenPromise', 'Broken guardrails'),
  'certificate-ends': () => t('findings.rule.certificateEnds', 'Expiring certificates'),
  'demonstration-user': () => t('findings.rule.demonstrationUser', 'Demonstration users'),
  'empty-tenant': () => t('findings.rule.emptyTenant', 'Empty tenants'),
  'hidden-administrator': () => t('findings.rule.hiddenAdministrator', 'Hidden administrators'),
  'idle-api-key': () => t('findings.rule.idleApiKey', 'Idle API keys'),
  'idle-user': () => t('findings.rule.idleUser', 'Idle users'),
  'invalid-document-filter': () =>
    t('findings.rule.invalidDocumentFilter', 'Invalid document filters'),
  'invalid-pattern': () => t('findings.rule.invalidPattern', 'Invalid patterns'),
  'lifted-restriction': () => t('findings.rule.liftedRestriction', 'Lifted restrictions'),
  'many-administrators': () => t('findings.rule.manyAdministrators', 'Many administrators'),
  'missing-action-group': () => t('findings.rule.missingActionGroup', 'Missing action groups'),
  'missing-attribute': () => t('findings.rule.missingAttribute', 'Missing user attributes'),
  'missing-role': () => t('findings.rule.missingRole', 'Missing roles'),
  'missing-second-factor': () =>
    t('findings.rule.missingSecondFactor', 'Administrators without a second factor'),
  'missing-tenant': () => t('findings.rule.missingTenant', 'Missing tenants'),
  'missing-user': () => t('findings.rule.missingUser', 'Mapped users that do not exist'),
  'old-password-hash': () => t('findings.rule.oldPasswordHash', 'Outdated password hashes'),
  'open-mapping': () => t('findings.rule.openMapping', 'Roles that everyone has'),
  'pattern-without-index': () =>
    t('findings.rule.patternWithoutIndex', 'Patterns that match no index'),
  'plain-http': () => t('findings.rule.plainHttp', 'Connections without TLS'),
  'redundant-role': () => t('findings.rule.redundantRole', 'Redundant roles'),
  'setting-without-effect': () =>
    t('findings.rule.settingWithoutEffect', 'Settings without effect'),
  'silent-denials': () => t('findings.rule.silentDenials', 'Silent denials'),
  'sole-administrator': () => t('findings.rule.soleAdministrator', 'Only one administrator'),
  'tenant-named-like-user': () =>
    t('findings.rule.tenantNamedLikeUser', 'Tenants named like a user'),
  'unassigned-role': () => t('findings.rule.unassignedRole', 'Roles that no one has'),
  'unknown-field': () => t('findings.rule.unknownField', 'Unknown fields'),
  'unmapped-backend-role': () =>
    t('findings.rule.unmappedBackendRole', 'Backend roles without a role'),
  'unnamed-tenant': () => t('findings.rule.unnamedTenant', 'Tenants that no role lists'),
  'unreachable-domain': () =>
    t('findings.rule.unreachableDomain', 'Authentication domains that are never reached'),
  'unreadable-tenant': () => t('findings.rule.unreadableTenant', 'Tenants that no one can open'),
  'unused-action-group': () => t('findings.rule.unusedActionGroup', 'Unused action groups'),
  'unused-role': () => t('findings.rule.unusedRole', 'Unused roles'),
  'weak-password-rules': () => t('findings.rule.weakPasswordRules', 'Weak password rules'),
  'write-everywhere': () => t('findings.rule.writeEverywhere', 'Roles that can write everywhere'),
};

/** A rule of a newer server shows its id. */
export const ruleTitle = (rule: string): string =>
  Object.hasOwn(TITLES, rule) ? TITLES[rule as RuleId]() : rule;
