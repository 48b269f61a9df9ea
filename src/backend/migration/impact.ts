/** Internal users of the target who gain or lose access by a promotion. */
import { AccessService } from '../access/evaluation/access_service';
import { mergeSettings } from '../access/evaluation/restrictions';
import { releaseIn } from '../access/evaluation/rule_set';
import { changeImpact } from '../access/explanation/change_impact';
import { readChanges } from '../access/explanation/request_validation';
import type { EngineSettings } from '../api/settings';
import type { ChangeImpact, ProposedChanges } from '../../contracts/api';
import { runToCompletion } from '../scheduling/cooperative_task';
import { readEntities, getRules, listUsers } from './configuration/entities';
import type { ConfigurationSource } from './configuration/side';
import type { Note } from './plan_text';
import type { Chosen } from './targets';

/** @returns `undefined` if the impact cannot be calculated for these entries */
export async function findImpact(
  chosen: readonly Chosen[],
  to: ConfigurationSource,
  settings: EngineSettings
): Promise<ChangeImpact | undefined> {
  const { entities } = await readEntities(to);
  const rules = getRules(entities, settings);
  const source = listUsers(entities.internalusers);
  const changes = runToCompletion(readChanges(propose(chosen)));
  if (typeof changes === 'string') return undefined;
  const access = new AccessService({
    users: source,
    rules,
    now: Date.now,
    merge: mergeSettings(settings.dfmEmptyOverridesAll, () => releaseIn(settings)),
  });
  const request = { rules, users: source, changes, showsHidden: true };
  return runToCompletion(
    changeImpact({ ...request, settings: access.settings, nowMs: Date.now() })
  );
}

function propose(chosen: readonly Chosen[]): ProposedChanges {
  const of = (type: string) =>
    Object.fromEntries(
      chosen
        .filter(({ kind }) => kind.type === type)
        .map(({ entry: { name, after } }) => [name, after ?? null])
    );
  return {
    roles: of('roles'),
    rolesmapping: of('rolesmapping'),
    actiongroups: of('actiongroups'),
    internalusers: of('internalusers'),
  };
}

export function impactNotes(impact: ChangeImpact | undefined): readonly Note[] {
  if (!impact) return [];
  return (['gains', 'loses'] as const).flatMap((side) => {
    const { total, people, hosts } = impact[side];
    const more = total - people.length;
    const names = people.map(({ name, roles }) =>
      roles.length > 0 ? `${name} (roles ${roles.join(', ')})` : name
    );
    const text = names.join(', ') + (more > 0 ? `, … and ${more} more` : '');
    const verb = side === 'gains' ? 'gain' : 'lose';
    return [
      ...(total > 0 ? [{ text: `Internal users there who ${verb} access: ${text}` }] : []),
      ...(hosts.length > 0
        ? [{ text: `Everyone who connects from these hosts ${verb}s access: ${hosts.join(', ')}` }]
        : []),
    ];
  });
}
