/** Guardrails as sentences. */
import type { GuardrailPromise } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';

export const VERBS = ['read', 'write', 'delete', 'manage', 'administer'] as const;
type Verb = (typeof VERBS)[number];
export const isVerb = (action: string): action is Verb =>
  (VERBS as readonly string[]).includes(action);

export const verbLabel = (verb: Verb): string =>
  ({
    read: t('findings.common.readDocuments', 'read documents'),
    write: t('findings.common.writeDocuments', 'write documents'),
    delete: t('findings.common.deleteDocuments', 'delete documents'),
    manage: t('findings.guardrails.manage', 'manage indices'),
    administer: t('findings.guardrails.administer', 'administer security'),
  })[verb];

export const ruleLabel = (rule: GuardrailPromise['rule']): string =>
  ({
    only: t('findings.guardrails.only', 'Only these people can'),
    never: t('findings.guardrails.never', 'These people can never'),
    always: t('findings.guardrails.always', 'These people can always'),
  })[rule];

export const breachLabel = (onBreach: 'refuse' | 'ask'): string =>
  ({
    refuse: t('findings.guardrails.refuse', 'Refuse it'),
    ask: t('findings.guardrails.ask', 'Ask for a reason, and keep it in the change history'),
  })[onBreach];

/** "Only backend role hr can read documents in salaries-*" */
export function promiseText(promise: GuardrailPromise): string {
  const { rule, action, index } = promise;
  const values = {
    who: subjectsText(promise),
    what: isVerb(action) ? verbLabel(action) : action,
    where: index ?? '',
    has: index === undefined ? 'no' : 'yes',
  };
  switch (rule) {
    case 'only':
      if (values.who === '')
        return t(
          'findings.guardrails.nobodySentence',
          'No one can {what}{has, select, no {} other { in {where}}}',
          values
        );
      return t(
        'findings.guardrails.onlySentence',
        'Only {who} can {what}{has, select, no {} other { in {where}}}',
        values
      );
    case 'never':
      return t(
        'findings.guardrails.neverSentence',
        '{who} can never {what}{has, select, no {} other { in {where}}}',
        values
      );
    case 'always':
      return t(
        'findings.guardrails.alwaysSentence',
        '{who} can always {what}{has, select, no {} other { in {where}}}',
        values
      );
  }
}

function subjectsText({ users = [], backend_roles: backend = [], roles = [] }: GuardrailPromise) {
  const subjects = [
    ...users,
    ...backend.map((name) => t('findings.guardrails.backendRole', 'backend role {name}', { name })),
    ...roles.map((name) => t('findings.guardrails.role', 'role {name}', { name })),
  ];
  return subjects.length > 0 ? i18n.formatList(subjects) : '';
}
