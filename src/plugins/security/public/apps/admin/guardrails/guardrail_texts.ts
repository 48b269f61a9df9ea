/** Guardrails as sentences. */
import type { GuardrailPromise } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';

export const guardrailsTitle = (): string => t('security.common.guardrails', 'Guardrails');

export const VERBS = ['read', 'write', 'delete', 'manage', 'administer'] as const;
type Verb = (typeof VERBS)[number];
export const isVerb = (action: string): action is Verb =>
  (VERBS as readonly string[]).includes(action);

export const verbLabel = (verb: Verb): string =>
  ({
    read: t('security.common.readDocuments', 'read documents'),
    write: t('security.common.writeDocuments', 'write documents'),
    delete: t('security.common.deleteDocuments', 'delete documents'),
    manage: t('security.guardrails.manage', 'manage indices'),
    administer: t('security.guardrails.administer', 'administer security'),
  })[verb];

export const ruleLabel = (rule: GuardrailPromise['rule']): string =>
  ({
    only: t('security.guardrails.only', 'Only these people can'),
    never: t('security.guardrails.never', 'These people can never'),
    always: t('security.guardrails.always', 'These people can always'),
  })[rule];

export const breachLabel = (onBreach: 'refuse' | 'ask'): string =>
  ({
    refuse: t('security.guardrails.refuse', 'Refuse it'),
    ask: t('security.guardrails.ask', 'Ask for a reason, and keep it in the change history'),
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
          'security.guardrails.nobodySentence',
          'No one can {what}{has, select, no {} other { in {where}}}',
          values
        );
      return t(
        'security.guardrails.onlySentence',
        'Only {who} can {what}{has, select, no {} other { in {where}}}',
        values
      );
    case 'never':
      return t(
        'security.guardrails.neverSentence',
        '{who} can never {what}{has, select, no {} other { in {where}}}',
        values
      );
    case 'always':
      return t(
        'security.guardrails.alwaysSentence',
        '{who} can always {what}{has, select, no {} other { in {where}}}',
        values
      );
  }
}

function subjectsText({ users = [], backend_roles: backend = [], roles = [] }: GuardrailPromise) {
  const subjects = [
    ...users,
    ...backend.map((name) => t('security.guardrails.backendRole', 'backend role {name}', { name })),
    ...roles.map((name) => t('security.guardrails.role', 'role {name}', { name })),
  ];
  return subjects.length > 0 ? i18n.formatList(subjects) : '';
}
