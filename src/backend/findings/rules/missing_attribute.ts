/** Roles whose patterns and queries need an attribute that a holder lacks. */
import { isServiceAccount } from '../../model/service_account';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { type Facts, object, templatesOf } from '../facts';
import { takenChoice } from '../prepared';
import type { Rule } from '../rule';
import { listed, t } from '../sentence';

const ATTRIBUTE = /\$\{attr[._]internal[._]([^${}]+)\}/g;

export const MISSING_ATTRIBUTE: Rule = {
  id: 'missing-attribute',
  group: 'broken',
  severity: 'medium',
  reason: t(
    'security.finding.missingAttribute.reason',
    'A pattern without its attribute matches nothing, and a query without it fails.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers'],
  *find(facts, report): CooperativeTask<void> {
    const users = facts.configuration.entities.internalusers;
    for (const [name, role] of facts.own('roles')) {
      yield;
      const attributes = facts.memory.once(role, 'attributes', [], () => {
        const texts = templatesOf(role).join('\n');
        return new Set([...texts.matchAll(ATTRIBUTE)].map(([, one]) => one as string));
      });
      for (const attribute of attributes) {
        const holders = facts.usersOf(name);
        const lacking = facts.memory.once(role, `lack ${attribute}`, [holders, users], () => {
          const key = attribute.replaceAll('.', '_');
          return holders.filter((one) => attributesOf(facts, one)?.has(key) === false);
        });
        yield;
        if (lacking.length === 0) continue;
        report({
          text: t(
            'security.finding.missingAttribute.text',
            'Role {role} uses the attribute {attribute}, which these users lack: {users}.',
            { role: name, attribute, users: listed(lacking) }
          ),
          objects: [object('roles', name)],
          fix: t(
            'security.finding.missingAttribute.fix',
            'Set {attribute} for these users, or take the role away from them.',
            { attribute }
          ),
          choices: [takenChoice(facts, name, lacking)],
          key: attribute,
        });
      }
    }
  },
};

/** `undefined` for service accounts. */
function attributesOf(facts: Facts, name: string): ReadonlySet<string> | undefined {
  const user = facts.configuration.entities.internalusers.get(name);
  if (!user || isServiceAccount(user.attributes)) return undefined;
  return facts.memory.once(
    user,
    'attributes',
    [],
    () => new Set(Object.keys(user.attributes).map((key) => key.replaceAll('.', '_')))
  );
}
