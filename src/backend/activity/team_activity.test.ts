/** Proposals for all roles of an installation that 200 people used for two weeks. */
import { PROPOSAL_SETTINGS, type ProposalSetting } from '../../contracts/api/role_usage';
import type { InternalUser, Role } from '../../contracts/entities';
import { TeamActivity } from '../../../tools/bench/lib/team_activity';
import { RuleSet } from '../access/evaluation/rule_set';
import { normaliseEntity } from '../model/payload';
import { staticEntries } from '../model/static_entries';
import { runToCompletion } from '../scheduling/cooperative_task';
import { unusedGrants } from '../testing/unused_grants';
import { replayChanges } from './change_replay';
import { ActivityRecorder } from './recorded_activity';
import { roleReport } from './role_report';

const UNTIL_MS = Date.parse('2026-11-30T00:00:00Z');
const NONE = new Map<string, never>();

function proposals(setting: ProposalSetting, more: { seed: number; fromDirectory?: number }) {
  const installation = new TeamActivity({ untilMs: UNTIL_MS, ...more });
  const recorder = new ActivityRecorder();
  for (const request of installation.requests())
    for (const event of installation.eventsOf(request)) recorder.addEvent(event);
  const activity = recorder.result();
  const rules = new RuleSet('MAPPING_ONLY');
  for (const { type, name, entity } of staticEntries()) rules.apply({ type, name, after: entity });
  for (const type of ['roles', 'rolesmapping'] as const)
    for (const [name, source] of Object.entries(installation[type]))
      rules.apply({ type, name, after: normaliseEntity(type, { ...source }) });
  const records = new Map(
    installation.people
      .filter(({ isInternal }) => isInternal)
      .map(({ name, backendRoles }) => {
        const user = normaliseEntity('internalusers', { backend_roles: backendRoles });
        return [name, { name, user: user as InternalUser, attributes: NONE }];
      })
  );
  const given = {
    rules,
    activity,
    nowMs: UNTIL_MS,
    users: { find: (name: string) => records.get(name) },
  };
  const proposed = Object.keys(installation.roles).flatMap((name) => {
    const role = rules.role(name) as Role;
    const { proposal } = runToCompletion(roleReport({ ...given, name, role }, setting));
    return proposal ? [[name, proposal] as const] : [];
  });
  const roles = new Map(
    proposed.map(([name, role]) => [name, normaliseEntity('roles', { ...role }) as Role])
  );
  const changes = { roles, rolesmapping: NONE, actiongroups: NONE, internalusers: NONE };
  const unusedIn = (one: Readonly<Record<string, object>>) =>
    unusedGrants(one, installation.indices, activity.used);
  return {
    ...runToCompletion(replayChanges({ ...given, changes })),
    cut: 1 - unusedIn({ ...Object.fromEntries(roles) }) / unusedIn(installation.roles),
  };
}

it.each(PROPOSAL_SETTINGS)(
  'deny nothing that was used, and cut at least 70 %% of unused grants, by setting %s',
  (setting) => {
    const { uses, denied, cut } = proposals(setting, { seed: 20261130 });
    expect([uses > 10_000, denied]).toEqual([true, 0]);
    expect(cut).toBeGreaterThan(0.7);
  }
);

it('deny nothing to people of a directory, whose backend roles no event names', () => {
  const { uses, denied } = proposals('exact', { seed: 7, fromDirectory: 0.5 });
  expect([uses > 10_000, denied]).toEqual([true, 0]);
});
