/** Users who gain or lose roles by the selected items. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { ImpactCallOut } from '../impact/impact_panel';
import { useFeature } from '../../services/features';
import { proposedChanges, type ReviewItem, type RoleEffect, roleEffects } from './plan';

const MAX_ROLES = 20;
const MAX_NAMES = 5;

export function PlanEffects({
  items,
}: {
  readonly items: readonly ReviewItem[];
}): ReactElement | null {
  const effects = roleEffects(items);
  if (effects.length === 0) return null;
  const hidden = effects.length - MAX_ROLES;
  return (
    <>
      <EuiCallOut
        size="s"
        iconType="inspect"
        title={t('security.import.effects', 'Who gains or loses roles')}
      >
        <ul style={{ overflowWrap: 'anywhere' }}>
          {effects.slice(0, MAX_ROLES).map((effect) => (
            <li key={effect.role}>
              <strong>{effect.role}</strong>: {effectText(effect)}
            </li>
          ))}
          {hidden > 0 && (
            <li>
              {t(
                'security.import.moreRoles',
                'and {count, plural, one {1 more role} other {{count, number} more roles}}',
                { count: hidden }
              )}
            </li>
          )}
        </ul>
      </EuiCallOut>
      <EuiSpacer size="m" />
    </>
  );
}

/** What internal users gain and lose by changes, where the target can tell. */
export function PlanImpact({
  changes: planned,
}: {
  readonly changes: Parameters<typeof proposedChanges>[0];
}): ReactElement | null {
  const changes = proposedChanges(planned);
  const isExplained = useFeature('explain');
  return isExplained && changes ? (
    <>
      <ImpactCallOut changes={changes} />
      <EuiSpacer size="m" />
    </>
  ) : null;
}

const effectText = ({ gained, lost }: RoleEffect): string =>
  [
    ...(gained.length > 0
      ? [t('security.import.gained', 'gained by {names}', { names: namesText(gained) })]
      : []),
    ...(lost.length > 0
      ? [
          t('security.import.lost', 'lost by {names}, unless granted another way', {
            names: namesText(lost),
          }),
        ]
      : []),
  ].join('; ');

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length - MAX_NAMES;
  return more <= 0
    ? shown
    : t('security.import.moreNames', '{shown} and {more} more', { shown, more });
}
