/** Rules about what only a running server knows: use, second factors, indices, addresses. */
import type { CompiledRole } from '../../access/evaluation/compiled_role';
import { simulatedFrom, toSubject } from '../../access/evaluation/access_service';
import { hasPlaceholder, type Subject } from '../../access/evaluation/attributes';
import { requiredActions } from '../../access/evaluation/required_actions';
import { queriedFields } from '../../access/explanation/unsearchable_fields';
import { patternKind } from '../../access/patterns/pattern';
import { isPasswordWeak } from '../../api/settings';
import { dlsProblem, withoutPlaceholders } from '../../model/dls_query';
import { isDisabled, isServiceAccount } from '../../model/service_account';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { object, type Facts } from '../facts';
import { choice, deletedRole, removedFrom, suspendedUser } from '../prepared';
import { each, eachAsWritten, type Rule } from '../rule';
import { joinNames, t } from '../sentence';

const DAY_MS = 86_400_000;

const IDLE_USER: Rule = {
  id: 'idle-user',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.idleUser.reason',
    'If the account is stolen, its owner will not notice.'
  ),
  needs: ['internalusers', 'logins'],
  each: [
    each('internalusers', (facts, name, user, report) => {
      const isSeen = facts.configuration.live?.logins?.has(name) === true;
      if (isSeen || isDisabled(user) || isServiceAccount(user.attributes)) return;
      const { idleDays: days } = facts.thresholds;
      const roles = facts.rolesOf(name);
      report({
        text: t('security.finding.idleUser.text', '{user} was not seen in the last {days} days.', {
          user: name,
          days,
        }),
        objects: [object('internalusers', name)],
        fix: t('security.finding.idleUser.fix', 'Suspend or delete {user}.', { user: name }),
        choices: [suspendedUser(facts, name)],
        ...(roles.some((role) => facts.isAdministrative(role)) && {
          severity: 'medium' as const,
        }),
      });
    }),
  ],
};

const UNUSED_ROLE: Rule = {
  id: 'unused-role',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.unusedRole.reason',
    'Unused access is a risk if an account is stolen.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers', 'requests'],
  *find(facts, report): CooperativeTask<void> {
    const used = yield* usedRoles(facts);
    for (const [name, role] of facts.own('roles')) {
      yield;
      const isOfData = role.cluster_permissions.length + role.index_permissions.length > 0;
      if (!isOfData || used.has(name) || !facts.isHeld(name)) continue;
      report({
        text: t(
          'security.finding.unusedRole.text',
          'No one used a permission of role {role} in the last {days} days.',
          { role: name, days: facts.thresholds.idleDays }
        ),
        objects: [object('roles', name)],
        fix: t('security.finding.unusedRole.fix', 'Remove {role} from its users, or delete it.', {
          role: name,
        }),
        choices: [
          choice(
            t('security.finding.choice.deleteRole', 'Delete role {role} and its mapping.', {
              role: name,
            }),
            deletedRole(facts, name)
          ),
        ],
      });
    }
  },
};

/** Roles that granted a recorded use, and roles of users from elsewhere, who are unknown. */
function* usedRoles({ configuration, rules }: Facts): CooperativeTask<ReadonlySet<string>> {
  const used = new Set<string>();
  const subjects = new Map<string, Subject>();
  const { nowMs = 0, requests = [] } = configuration.live ?? {};
  for (const name of rules.roleNames()) {
    const { backend_roles: backend, and_backend_roles: all, hosts } = rules.mapping(name) ?? {};
    if ([backend, all, hosts].some((list) => (list?.length ?? 0) > 0)) used.add(name);
    yield;
  }
  for (const { user: name, action, index } of requests) {
    yield;
    const user = configuration.entities.internalusers.get(name);
    let subject = subjects.get(name);
    if (!subject) {
      const attributes = new Map(
        Object.entries(user?.attributes ?? {}).map(([key, value]) => [
          `attr.internal.${key}`,
          value,
        ])
      );
      subject = toSubject(
        rules,
        user ? simulatedFrom({ name, user, attributes }, undefined) : { name }
      );
      subjects.set(name, subject);
    }
    const needed = requiredActions(action);
    for (const role of rules.compiledRoles(subject.roles.filter((one) => !used.has(one))))
      if (grants(role, needed, index, subject, nowMs)) used.add(role.name);
  }
  return used;
}

function grants(
  role: CompiledRole,
  { cluster, index: actions }: ReturnType<typeof requiredActions>,
  index: string | undefined,
  subject: Subject,
  nowMs: number
): boolean {
  return (
    cluster.some((action) => role.clusterActions.matches(action)) ||
    actions.some((action) =>
      role
        .entriesGranting(action)
        .some(({ patterns }) => index === undefined || patterns.matches(index, subject, nowMs))
    )
  );
}

const IDLE_API_KEY: Rule = {
  id: 'idle-api-key',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.idleApiKey.reason',
    'An unused key may still be in a file where someone can find it.'
  ),
  needs: ['api_keys'],
  *find(facts, report): CooperativeTask<void> {
    const { apiKeys = [], nowMs = 0 } = facts.configuration.live ?? {};
    const { idleDays: days } = facts.thresholds;
    for (const { id, name, user, createdAt, lastUsedAt } of apiKeys) {
      yield;
      if (nowMs - Date.parse(lastUsedAt ?? createdAt) < days * DAY_MS) continue;
      report({
        text: t(
          'security.finding.idleApiKey.text',
          'API key {name} of {user} was not used in the last {days} days.',
          { name, user, days }
        ),
        objects: [object('api_keys', name)],
        key: id,
        fix: t('security.finding.idleApiKey.fix', 'Revoke it.'),
      });
    }
  },
};

const EMPTY_TENANT: Rule = {
  id: 'empty-tenant',
  group: 'unused',
  severity: 'low',
  reason: t(
    'security.finding.emptyTenant.reason',
    'Users may choose it by mistake, and its permissions serve no purpose.'
  ),
  needs: ['tenants', 'objects'],
  *find(facts, report): CooperativeTask<void> {
    const { emptyTenants = new Set() } = facts.configuration.live ?? {};
    for (const [name] of facts.own('tenants')) {
      yield;
      if (!emptyTenants.has(name)) continue;
      report({
        text: t('security.finding.emptyTenant.text', 'Tenant {tenant} has no saved objects.', {
          tenant: name,
        }),
        objects: [object('tenants', name)],
        fix: t('security.finding.emptyTenant.fix', 'Delete {tenant}, or use it.', {
          tenant: name,
        }),
      });
    }
  },
};

const MISSING_SECOND_FACTOR: Rule = {
  id: 'missing-second-factor',
  group: 'weak',
  severity: 'medium',
  reason: t(
    'security.finding.missingSecondFactor.reason',
    'Anyone who learns the password can administer security.'
  ),
  needs: ['internalusers', 'rolesmapping', 'factors'],
  *find(facts, report): CooperativeTask<void> {
    const { factors = new Set() } = facts.configuration.live ?? {};
    for (const name of facts.administratorNames()) {
      yield;
      if (factors.has(name)) continue;
      report({
        text: t(
          'security.finding.missingSecondFactor.text',
          'Administrator {user} logs in without a second factor.',
          { user: name }
        ),
        ...facts.administrator(name),
        fix: t(
          'security.finding.missingSecondFactor.fix',
          'Ask {user} to add one under Two-factor authentication, or require it by role.',
          { user: name }
        ),
      });
    }
  },
};

const WEAK_PASSWORD_RULES: Rule = {
  id: 'weak-password-rules',
  group: 'weak',
  severity: 'medium',
  reason: t(
    'security.finding.weakPasswordRules.reason',
    'Passwords that can be guessed within hours are accepted.'
  ),
  needs: ['server'],
  *find(facts, report): CooperativeTask<void> {
    const { settings } = facts.configuration;
    if (!isPasswordWeak(settings)) return;
    report({
      text: t(
        'security.finding.weakPasswordRules.text',
        'New passwords need only the strength {strength}.',
        { strength: settings.passwordStrength }
      ),
      objects: [object('config', 'password rules')],
      fix: t(
        'security.finding.weakPasswordRules.fix',
        'Set engine.restapi.password_score_based_validation_strength to strong or better.'
      ),
    });
  },
};

const PLAIN_HTTP: Rule = {
  id: 'plain-http',
  group: 'weak',
  severity: 'high',
  reason: t('security.finding.plainHttp.reason', 'Passwords and sessions can be read in transit.'),
  needs: ['server'],
  *find({ configuration }, report): CooperativeTask<void> {
    const { plainAddress: address } = configuration.live ?? {};
    if (address === undefined) return;
    report({
      text: t('security.finding.plainHttp.text', '{address} is used without TLS.', { address }),
      objects: [object('config', 'TLS')],
      fix: t(
        'security.finding.plainHttp.fix',
        'Turn on TLS, or list the proxy that provides it in server.trustedProxies.'
      ),
    });
  },
};

const CERTIFICATE_ENDS: Rule = {
  id: 'certificate-ends',
  group: 'broken',
  severity: 'high',
  reason: t(
    'security.finding.certificateEnds.reason',
    'Once it has expired, connections that use it fail, which can stop logins or the whole server.'
  ),
  needs: ['certificates'],
  *find({ configuration }, report): CooperativeTask<void> {
    const { certificates = [], nowMs = 0 } = configuration.live ?? {};
    for (const { file, usedBy, endsAtMs } of certificates) {
      yield;
      const date = new Date(endsAtMs).toISOString().slice(0, 10);
      report({
        text:
          endsAtMs > nowMs
            ? t(
                'security.finding.certificateEnds.text',
                'The certificate {file} expires on {date}. It is used by {usedBy}.',
                { file, date, usedBy }
              )
            : t(
                'security.finding.certificateEnds.ended',
                'The certificate {file} expired on {date}. It is used by {usedBy}.',
                { file, date, usedBy }
              ),
        objects: [object('config', 'certificates')],
        key: `${usedBy} ${file}`,
        fix: t(
          'security.finding.certificateEnds.fix',
          'Renew it, then reload or restart the server.'
        ),
        ...(endsAtMs <= nowMs && { severity: 'critical' as const }),
      });
    }
  },
};

const UNKNOWN_FIELD: Rule = {
  id: 'unknown-field',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.unknownField.reason',
    'A condition on a field that does not exist matches nothing, or, negated, everything.'
  ),
  needs: ['roles', 'fields'],
  each: [
    eachAsWritten(
      'roles',
      (facts, name, role, report) => {
        for (const { dls = '', index_patterns: patterns } of role.index_permissions) {
          if (!dls || dls.trim() === '' || dlsProblem(dls) !== undefined) continue;
          const known = facts.configuration.live?.fields?.(patterns);
          if (!known) continue;
          const unknown = [...queriedFields(withoutPlaceholders(dls))].filter(
            (field) => !/[*?]/.test(field) && !field.startsWith('_') && !known.has(field)
          );
          if (unknown.length === 0) continue;
          report({
            text: t(
              'security.finding.unknownField.text',
              'The document filter of role {role} on {patterns} uses {fields}, which no index has.',
              { role: name, patterns: joinNames(patterns), fields: joinNames(unknown) }
            ),
            objects: [object('roles', name)],
            fix: t('security.finding.unknownField.fix', 'Correct the field name.'),
            key: patterns.join(','),
          });
        }
      },
      { given: ({ configuration }) => [configuration.live?.fields] }
    ),
  ],
};

const PATTERN_WITHOUT_INDEX: Rule = {
  id: 'pattern-without-index',
  group: 'broken',
  severity: 'low',
  reason: t(
    'security.finding.patternWithoutIndex.reason',
    'The intended access may be missing, or an index created later under this name may be open from the start.'
  ),
  needs: ['roles', 'indices'],
  each: [
    eachAsWritten(
      'roles',
      (facts, name, role, report) => {
        const { indices = new Set() } = facts.configuration.live ?? {};
        const named = role.index_permissions
          .flatMap(({ index_patterns: patterns }) => patterns)
          .filter(
            (one) =>
              patternKind(one) === 'exact' &&
              !one.startsWith('.') &&
              !one.includes(':') &&
              !one.startsWith('<') &&
              !hasPlaceholder(one)
          );
        const missing = [...new Set(named.filter((one) => !indices.has(one)))];
        if (missing.length === 0) return;
        report({
          text: t(
            'security.finding.patternWithoutIndex.text',
            'Role {role} lists {patterns}, which matches no index, alias or data stream.',
            { role: name, patterns: joinNames(missing) }
          ),
          objects: [object('roles', name)],
          fix: t('security.finding.patternWithoutIndex.fix', 'Correct the name, or remove it.'),
          choices: [removedFrom(name, role, 'index_patterns', missing)],
        });
      },
      { given: ({ configuration }) => [configuration.live?.indices] }
    ),
  ],
};

export const LIVE: readonly Rule[] = [
  IDLE_USER,
  UNUSED_ROLE,
  IDLE_API_KEY,
  EMPTY_TENANT,
  MISSING_SECOND_FACTOR,
  WEAK_PASSWORD_RULES,
  PLAIN_HTTP,
  CERTIFICATE_ENDS,
  UNKNOWN_FIELD,
  PATTERN_WITHOUT_INDEX,
];
