/** Reports guardrails that do not hold, also after changes made outside this product. */
import { isWildcard } from '../../../contracts/api';
import { hasPlaceholder } from '../../access/evaluation/attributes';
import { isRegex } from '../../access/patterns/pattern';
import {
  AccessState,
  findBreaches,
  mappedCandidates,
  toCandidate,
} from '../../guardrails/breaches';
import type { Breach, Candidate } from '../../guardrails/breaches';
import { getPromises } from '../../guardrails/changes';
import { guardrailProblem } from '../../guardrails/promise';
import type { GuardrailPromise } from '../../../contracts/entities/documents';
import { FINDINGS_LIMITS } from '../../../contracts/limits/findings';
import { isDisabled, isServiceAccount } from '../../model/service_account';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { object, type Facts } from '../facts';
import { accessGiven } from '../prepared_access';
import { accessRemoved } from '../prepared_removal';
import type { Rule } from '../rule';
import { joinNames, type Sentence, t } from '../sentence';

const { usersListed } = FINDINGS_LIMITS;

export const BROKEN_PROMISE: Rule = {
  id: 'broken-promise',
  group: 'too_much',
  severity: 'high',
  reason: t('security.finding.brokenPromise.reason', 'The configuration contradicts a guardrail.'),
  needs: ['guardrails', 'roles', 'rolesmapping', 'actiongroups', 'internalusers'],
  given: ({ configuration: { entities, guardrails } }) => [
    JSON.stringify(guardrails),
    entities.roles,
    entities.rolesmapping,
    entities.actiongroups,
    entities.internalusers,
    // Patterns with a date mean other indices later; hardly any is finer than an hour.
    new Date().toISOString().slice(0, 13),
  ],
  *find(facts, report): CooperativeTask<void> {
    const { guardrails = {}, settings } = facts.configuration;
    const valid = Object.entries(guardrails).filter(
      ([, promise]) => guardrailProblem(promise as GuardrailPromise) === undefined
    );
    const promises = getPromises(Object.fromEntries(valid), settings.apiRoles);
    if (promises.length === 0) return;
    const broken = new Map<string, Breach[]>();
    const state = new AccessState(facts.rules, promises, new WeakMap());
    const { internalusers } = facts.configuration.entities;
    const isUser = (name: string) => internalusers.has(name);
    const others = yield* mappedCandidates(facts.rules, promises, isUser);
    yield* findBreaches(state, promises, everybody(facts, others), (breach) => {
      // A mapping to `*` does not give one user the personal index of another.
      const isPattern = isWildcard(breach.userName) || isRegex(breach.userName);
      if (isPattern && breach.way.some(hasPlaceholder)) return;
      const { name } = breach.guardrail;
      const known = broken.get(name);
      if (known) known.push(breach);
      else broken.set(name, [breach]);
    });
    for (const [name, breaches] of broken) {
      breaches.sort((one, other) => (candidateIn(one) < candidateIn(other) ? -1 : 1));
      const [first] = breaches as [Breach, ...Breach[]];
      const { rule } = first.guardrail.promise;
      report({
        text: toSentence(rule, name, [...new Set(breaches.map(candidateIn))]),
        objects: [object('guardrails', name)],
        affected: {
          total: breaches.length,
          users: breaches.slice(0, usersListed).map((one) => ({
            name: candidateIn(one),
            way: [...one.way],
            ...(one.userName === '' && { is_group: true }),
          })),
        },
        fix:
          rule === 'always'
            ? t(
                'security.finding.brokenPromise.fixLoss',
                'Give them access, or remove them from the guardrail.'
              )
            : t(
                'security.finding.brokenPromise.fix',
                'Remove the access, or add these users to the guardrail.'
              ),
        choices:
          rule === 'always'
            ? yield* accessGiven(facts, breaches)
            : [yield* accessRemoved(facts, breaches)],
      });
    }
  },
};

function* everybody(facts: Facts, others: readonly Candidate[]): Iterable<Candidate> {
  yield* others;
  for (const [name, user] of facts.configuration.entities.internalusers)
    if (!isDisabled(user) && !isServiceAccount(user.attributes)) yield toCandidate(name, user);
}

/** More names would be no title any more; the finding has a table of them. */
const NAMES_IN_TITLE = 3;

function toSentence(
  rule: GuardrailPromise['rule'],
  name: string,
  who: readonly string[]
): Sentence {
  const isLack = rule === 'always';
  if (who.length > NAMES_IN_TITLE)
    return isLack
      ? t(
          'security.finding.brokenPromise.manyLack',
          'The guardrail {name} is broken: {count} users should have access.',
          { name, count: who.length }
        )
      : t(
          'security.finding.brokenPromise.many',
          'The guardrail {name} is broken: {count} users, backend roles or hosts should not have access.',
          { name, count: who.length }
        );
  return isLack
    ? t(
        'security.finding.brokenPromise.lacks',
        'The guardrail {name} is broken: {users} should have access.',
        { name, users: joinNames(who) }
      )
    : t(
        'security.finding.brokenPromise.text',
        'The guardrail {name} is broken: {users} should not have access.',
        { name, users: joinNames(who) }
      );
}

/** Candidates from elsewhere are known by their backend role. */
const candidateIn = ({ userName, way }: Breach): string => userName || (way[0] ?? '');
