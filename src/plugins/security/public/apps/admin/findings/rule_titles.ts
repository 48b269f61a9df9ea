/** What findings of a rule have in common, as the title of several. */
import type { FINDING_RULES } from '@sd/contracts';
import { t } from '@sd/core/public';

type RuleId = (typeof FINDING_RULES)[number];

const TITLES: Readonly<Record<RuleId, () => string>> = {
  'anonymous-reach': () => t('security.rule.anonymousReach', 'Access without a login'),
  'audit-off': () => t('security.rule.auditOff', 'Audit logging turned off'),
  'broken-promise': () => t('security.rule.brokenPromise', 'Broken guardrails'),
  'certificate-ends': () => t('security.rule.certificateEnds', 'Expiring certificates'),
  'demonstration-user': () => t('security.rule.demonstrationUser', 'Demonstration users'),
  'empty-tenant': () => t('security.rule.emptyTenant', 'Empty tenants'),
  'hidden-administrator': () => t('security.rule.hiddenAdministrator', 'Hidden administrators'),
  'idle-api-key': () => t('security.rule.idleApiKey', 'Idle API keys'),
  'idle-user': () => t('security.rule.idleUser', 'Idle users'),
  'invalid-document-filter': () =>
    t('security.rule.invalidDocumentFilter', 'Invalid document filters'),
  'invalid-pattern': () => t('security.rule.invalidPattern', 'Invalid patterns'),
  'lifted-restriction': () => t('security.rule.liftedRestriction', 'Lifted restrictions'),
  'many-administrators': () => t('security.rule.manyAdministrators', 'Many administrators'),
  'missing-action-group': () => t('security.rule.missingActionGroup', 'Missing action groups'),
  'missing-attribute': () => t('security.rule.missingAttribute', 'Missing user attributes'),
  'missing-role': () => t('security.rule.missingRole', 'Missing roles'),
  'missing-second-factor': () =>
    t('security.rule.missingSecondFactor', 'Administrators without a second factor'),
  'missing-tenant': () => t('security.rule.missingTenant', 'Missing tenants'),
  'missing-user': () => t('security.rule.missingUser', 'Mapped users that do not exist'),
  'old-password-hash': () => t('security.rule.oldPasswordHash', 'Outdated password hashes'),
  'open-mapping': () => t('security.rule.openMapping', 'Roles that everyone has'),
  'pattern-without-index': () =>
    t('security.rule.patternWithoutIndex', 'Patterns that match no index'),
  'plain-http': () => t('security.rule.plainHttp', 'Connections without TLS'),
  'redundant-role': () => t('security.rule.redundantRole', 'Redundant roles'),
  'setting-without-effect': () =>
    t('security.rule.settingWithoutEffect', 'Settings without effect'),
  'silent-denials': () => t('security.rule.silentDenials', 'Silent denials'),
  'sole-administrator': () => t('security.rule.soleAdministrator', 'Only one administrator'),
  'tenant-named-like-user': () =>
    t('security.rule.tenantNamedLikeUser', 'Tenants named like a user'),
  'unassigned-role': () => t('security.rule.unassignedRole', 'Roles that no one has'),
  'unknown-field': () => t('security.rule.unknownField', 'Unknown fields'),
  'unmapped-backend-role': () =>
    t('security.rule.unmappedBackendRole', 'Backend roles without a role'),
  'unnamed-tenant': () => t('security.rule.unnamedTenant', 'Tenants that no role lists'),
  'unreachable-domain': () =>
    t('security.rule.unreachableDomain', 'Authentication domains that are never reached'),
  'unreadable-tenant': () => t('security.rule.unreadableTenant', 'Tenants that no one can open'),
  'unused-action-group': () => t('security.rule.unusedActionGroup', 'Unused action groups'),
  'unused-role': () => t('security.rule.unusedRole', 'Unused roles'),
  'weak-password-rules': () => t('security.rule.weakPasswordRules', 'Weak password rules'),
  'write-everywhere': () => t('security.rule.writeEverywhere', 'Roles that can write everywhere'),
};

/** A rule of a newer server shows its id. */
export const ruleTitle = (rule: string): string =>
  Object.hasOwn(TITLES, rule) ? TITLES[rule as RuleId]() : rule;
