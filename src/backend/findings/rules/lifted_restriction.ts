/** A document filter, field list or mask that another role of the same users makes ineffective. */
import type { RestrictionKind } from '../../../contracts/api';
import type { Role } from '../../../contracts/entities';
import type { CompiledIndexPermission, CompiledRole } from '../../access/evaluation/compiled_role';
import { type RestrictedParts, restricts } from '../../access/evaluation/restrictions';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { toChangedEntity, covers, type Facts, isFixed, type Lift, object, READ } from '../facts';
import { choice, takenChoice } from '../prepared';
import type { Found, Rule } from '../rule';
import { joinNames, type Sentence, t } from '../sentence';

type Values = Parameters<typeof t>[2];
const TEXTS: Readonly<Record<RestrictionKind, (values: Values) => Sentence>> = {
  dls: (values) =>
    t(
      'security.finding.liftedRestriction.dls',
      '{users} can read {pattern} without the document filter of role {role}, through role {other}.',
      values
    ),
  fls: (values) =>
    t(
      'security.finding.liftedRestriction.fls',
      '{users} can read fields of {pattern} that role {role} hides, through role {other}.',
      values
    ),
  masked_fields: (values) =>
    t(
      'security.finding.liftedRestriction.masked',
      '{users} can read fields of {pattern} that role {role} masks, through role {other}.',
      values
    ),
};
const KINDS = Object.keys(TEXTS) as readonly RestrictionKind[];

const FIELDS = { dls: 'dls', fls: 'fls', masked_fields: 'maskedFields' } as const;

export const LIFTED_RESTRICTION: Rule = {
  id: 'lifted-restriction',
  group: 'too_much',
  severity: 'high',
  reason: t(
    'security.finding.liftedRestriction.reason',
    'The restriction looks effective, but it is not.'
  ),
  needs: ['roles', 'rolesmapping', 'internalusers', 'actiongroups'],
  *find(facts, report): CooperativeTask<void> {
    const compileOnce = (role: string) => facts.rules.compiledRole(role) as CompiledRole;
    // Few roles lift a restriction of another, so their users are compared last.
    const lifts = yield* facts.kept.lifts.search({
      isFirst: (role) => listEntries(facts, role).some((entry) => mayLift(facts, entry)),
      isSecond: (role) =>
        listEntries(facts, role).some((entry) => KINDS.some((kind) => restricts(entry, kind))),
      find: (other, name) => makeLift(facts, compileOnce(name), compileOnce(other)),
    });
    for (const [other, lifted] of lifts) {
      const holders = new Set(facts.usersOf(other));
      for (const [name, lift] of lifted) {
        const found = facts.kept.lifted.once(other, name, () => {
          const users = facts.usersOf(name).filter((one) => holders.has(one));
          return users.length > 0
            ? liftedBy(facts, compileOnce(name), compileOnce(other), lift, users)
            : undefined;
        });
        if (found) report(found);
        yield;
      }
    }
  },
};

const listEntries = ({ rules }: Facts, role: string): readonly RestrictedParts[] =>
  (rules.role(role)?.index_permissions ?? []).map(({ dls, fls, masked_fields: maskedFields }) => ({
    dls,
    fls,
    maskedFields,
  }));

function liftedBy(
  facts: Facts,
  role: CompiledRole,
  lifter: CompiledRole,
  { kind, pattern }: Lift,
  users: readonly string[]
): Found {
  const [name, other] = [role.name, lifter.name];
  return {
    text: TEXTS[kind]({ users: joinNames(users), pattern, role: name, other }),
    objects: [object('roles', name), object('roles', other)],
    fix: t(
      'security.finding.liftedRestriction.fix',
      'Give these users only one of the two roles, or restrict {pattern} in {other} too.',
      { pattern, other }
    ),
    choices: [
      takenChoice(facts, other, users),
      choice(
        t(
          'security.finding.choice.restrictToo',
          'Restrict role {other} in the same way as {role}.',
          { other, role: name }
        ),
        restrictedToo(facts, role, lifter)
      ),
    ],
  };
}

/** Whether an entry can lift restrictions at all, so that most roles need no comparison. */
const mayLift = ({ configuration: { settings } }: Facts, entry: RestrictedParts): boolean =>
  settings.dfmEmptyOverridesAll
    ? KINDS.some((kind) => !restricts(entry, kind))
    : showsAll(entry.dls) || entry.fls.some(isExclude);

function makeLift(facts: Facts, role: CompiledRole, other: CompiledRole): Lift | undefined {
  for (const entry of role.restrictions)
    for (const kind of KINDS) {
      if (!restricts(entry, kind)) continue;
      const lifting = other.indexPermissions.filter((wider) =>
        isLiftedBy(facts, entry, wider, kind)
      );
      const pattern = entry.patterns.patterns.find((one) =>
        lifting.some((wider) => covers(wider, one))
      );
      if (pattern !== undefined && READ.some((action) => entry.actions.matches(action)))
        return { kind, pattern };
    }
  return undefined;
}

/** Gives the entries that lift a restriction the one that they lift. */
function restrictedToo(facts: Facts, role: CompiledRole, other: CompiledRole) {
  const lifting = facts.configuration.entities.roles.get(other.name) as Role;
  if (isFixed(lifting)) return undefined;
  const entries = [...other.indexPermissions];
  for (const entry of role.restrictions)
    for (const kind of KINDS)
      for (const [at, wider] of entries.entries())
        if (
          restricts(entry, kind) &&
          entry.patterns.patterns.some((one) => covers(wider, one)) &&
          isLiftedBy(facts, entry, wider, kind)
        )
          entries[at] = { ...wider, [FIELDS[kind]]: entry[FIELDS[kind]] };
  // Different restrictions on the same entry cannot all be copied.
  if (makeLift(facts, role, { ...other, indexPermissions: entries })) return undefined;
  const restricted = lifting.index_permissions.map((before, at) => {
    const { dls, fls, maskedFields } = entries[at] as CompiledIndexPermission;
    return { ...before, ...(dls !== undefined && { dls }), fls, masked_fields: maskedFields };
  });
  return { roles: toChangedEntity(other.name, lifting, { index_permissions: restricted }) };
}

/** The rules of docs/reference/engine.md#documents-fields-and-masks. */
function isLiftedBy(
  { configuration: { settings } }: Facts,
  entry: CompiledIndexPermission,
  other: CompiledIndexPermission,
  kind: RestrictionKind
): boolean {
  if (settings.dfmEmptyOverridesAll && !restricts(other, kind)) return true;
  if (kind === 'dls') return showsAll(other.dls) && !showsAll(entry.dls);
  // Any excluded field switches lists of included fields off.
  return kind === 'fls' && !entry.fls.some(isExclude) && other.fls.some(isExclude);
}

const isExclude = (field: string): boolean => field.startsWith('~') || field.startsWith('!');
const showsAll = (dls: string | undefined): boolean =>
  /^\s*\{\s*"match_all"\s*:\s*\{\s*\}\s*\}\s*$/.test(dls ?? '');
