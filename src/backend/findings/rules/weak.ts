/** Rules about weak protection. */
import { withAuditDefaults } from '../../model/audit_config';
import { isJsonObject } from '../../model/entity_shape';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { isDisabled } from '../../model/service_account';
import { object, type Facts } from '../facts';
import { withoutUser } from '../prepared';
import { each, type Rule } from '../rule';
import { joinNames, t } from '../sentence';

const DEMONSTRATION_USER: Rule = {
  id: 'demonstration-user',
  group: 'weak',
  severity: 'critical',
  reason: t(
    'security.finding.demonstrationUser.reason',
    'The password is published with the software.'
  ),
  needs: ['internalusers', 'hashes'],
  *find(facts, report): CooperativeTask<void> {
    for (const name of facts.kept.published) {
      yield;
      if (isSuspended(facts, name)) continue;
      report({
        text: t(
          'security.finding.demonstrationUser.text',
          '{user} still has the password of the demonstration configuration.',
          { user: name }
        ),
        objects: [object('internalusers', name)],
        fix: t(
          'security.finding.demonstrationUser.fix',
          'Set a new password for {user}, or delete the user.',
          { user: name }
        ),
        choices: withoutUser(facts, name),
      });
    }
  },
};

function isSuspended({ configuration }: Facts, name: string): boolean {
  const user = configuration.entities.internalusers.get(name);
  return configuration.canSuspend === true && user !== undefined && isDisabled(user);
}

const BCRYPT = /^\$2[abxy]?\$(\d{2})\$/;

const OLD_HASH: Rule = {
  id: 'old-password-hash',
  group: 'weak',
  severity: 'medium',
  reason: t(
    'security.finding.oldPasswordHash.reason',
    'Anyone with a copy of the configuration can guess this password much faster.'
  ),
  needs: ['internalusers', 'hashes'],
  each: [
    each(
      'internalusers',
      (facts, name, _user, report) => {
        const hash = facts.configuration.hashes?.get(name) ?? '';
        const cost = Number(BCRYPT.exec(hash)?.[1] ?? Infinity);
        if (cost >= facts.thresholds.minBcryptCost) return;
        report({
          text: t(
            'security.finding.oldPasswordHash.text',
            'The password of {user} is hashed with bcrypt at cost {cost}.',
            { user: name, cost }
          ),
          objects: [object('internalusers', name)],
          fix: t('security.finding.oldPasswordHash.fix', 'Set a new password for {user}.', {
            user: name,
          }),
        });
      },
      { withBuiltIn: true }
    ),
  ],
};

/** Events that attacks leave. Logins and granted access are switched off in the defaults. */
const NEEDED_CATEGORIES = ['FAILED_LOGIN', 'MISSING_PRIVILEGES', 'BAD_HEADERS', 'SSL_EXCEPTION'];

const AUDIT_OFF: Rule = {
  id: 'audit-off',
  group: 'weak',
  severity: 'high',
  reason: t(
    'security.finding.auditOff.reason',
    'After an incident, no one can tell what happened.'
  ),
  needs: ['audit'],
  *find(facts, report): CooperativeTask<void> {
    yield;
    const { enabled, audit } = withAuditDefaults(facts.configuration.audit ?? {});
    const block = isJsonObject(audit) ? audit : {};
    const disabled = block['disabled_rest_categories'];
    const excluded = NEEDED_CATEGORIES.filter(
      (one) => Array.isArray(disabled) && disabled.includes(one)
    );
    if (enabled !== true || (block['enable_rest'] !== true && block['enable_transport'] !== true))
      report({
        text: t('security.finding.auditOff.text', 'Audit logging is off.'),
        objects: [object('audit', 'enabled')],
        fix: t('security.finding.auditOff.fix', 'Turn audit logging on.'),
      });
    else if (excluded.length > 0)
      report({
        text: t('security.finding.auditOff.categories', 'Audit logging leaves out {categories}.', {
          categories: joinNames(excluded),
        }),
        severity: 'medium',
        objects: [object('audit', 'disabled_rest_categories')],
        fix: t('security.finding.auditOff.record', 'Record these categories.'),
      });
  },
};

export const WEAK: readonly Rule[] = [DEMONSTRATION_USER, OLD_HASH, AUDIT_OFF];
