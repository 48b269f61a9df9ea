/** Roles whose patterns and queries need an attribute that a holder lacks. */
import { isServiceAccount } from '../../model/service_account';
import { type Facts, object, getTemplates } from '../facts';
import { takenChoice } from '../prepared';
import { eachAsWritten, type Rule } from '../rule';
import { joinNames, t } from '../sentence';
import { UNKNOWN_VARIABLES } from './role_faults';

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
  each: [
    eachAsWritten('roles', (facts, name, role, report) => {
      const texts = getTemplates(role).join('\n');
      const attributes = new Set([...texts.matchAll(ATTRIBUTE)].map(([, one]) => one as string));
      for (const attribute of attributes) {
        if (facts.rules.hasFallbacks() && attribute.includes(':-')) continue;
        const key = attribute.replaceAll('.', '_');
        const lacking = facts.usersOf(name).filter((one) => lacks(facts, one, key));
        if (lacking.length === 0) continue;
        report({
          text: t(
            'security.finding.missingAttribute.text',
            'Role {role} uses the attribute {attribute}, which these users lack: {users}.',
            { role: name, attribute, users: joinNames(lacking) }
          ),
          objects: [object('roles', name)],
          fix: t(
            'security.finding.missingAttribute.fix',
            'Set {attribute} for these users, or remove the role from them.',
            { attribute }
          ),
          choices: [takenChoice(facts, name, lacking)],
          key: attribute,
        });
      }
    }),
    UNKNOWN_VARIABLES,
  ],
};

function lacks({ configuration }: Facts, name: string, attribute: string): boolean {
  const user = configuration.entities.internalusers.get(name);
  return (
    user !== undefined &&
    !isServiceAccount(user.attributes) &&
    !Object.keys(user.attributes).some((key) => key.replaceAll('.', '_') === attribute)
  );
}
