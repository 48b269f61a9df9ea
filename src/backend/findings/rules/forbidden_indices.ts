/** Rules about searches on indices without permission: fail, or find nothing. */
import { withConfigDefaults } from '../../model/security_config';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { object, type Facts } from '../facts';
import type { Rule } from '../rule';
import { t } from '../sentence';

const EMPTY = 'do_not_fail_on_forbidden_empty';
const REDUCED = 'do_not_fail_on_forbidden';

/** The evaluation `v4` reads neither setting. */
function getSettings({ configuration }: Facts): { isEmpty: boolean; isReduced: boolean } {
  const settings = withConfigDefaults(configuration.config) as Readonly<Record<string, unknown>>;
  const isRead = settings['privileges_evaluation_type'] !== 'v4';
  return { isEmpty: isRead && settings[EMPTY] === true, isReduced: settings[REDUCED] === true };
}

const SILENT_DENIALS: Rule = {
  id: 'silent-denials',
  group: 'weak',
  severity: 'low',
  reason: t(
    'security.finding.silentDenials.reason',
    "Users, dashboards and alerts cannot tell missing permissions from missing data, and the audit log doesn't record the missing privileges."
  ),
  needs: ['config'],
  *find(facts, report): CooperativeTask<void> {
    yield;
    const { isEmpty, isReduced } = getSettings(facts);
    if (!isEmpty || !isReduced) return;
    report({
      text: t(
        'security.finding.silentDenials.text',
        'Searches on indices without permission return nothing instead of failing ({setting}).',
        { setting: EMPTY }
      ),
      objects: [object('config', EMPTY)],
      fix: t(
        'security.finding.silentDenials.fix',
        'Turn {setting} off, unless a program depends on empty results.',
        { setting: EMPTY }
      ),
    });
  },
};

const SETTING_WITHOUT_EFFECT: Rule = {
  id: 'setting-without-effect',
  group: 'broken',
  severity: 'low',
  reason: t(
    'security.finding.settingWithoutEffect.reason',
    'Searches on indices without permission fail, although a setting says they return nothing.'
  ),
  needs: ['config'],
  *find(facts, report): CooperativeTask<void> {
    yield;
    const { isEmpty, isReduced } = getSettings(facts);
    if (!isEmpty || isReduced) return;
    report({
      text: t(
        'security.finding.settingWithoutEffect.text',
        '{setting} has no effect, because {other} is off.',
        { setting: EMPTY, other: REDUCED }
      ),
      objects: [object('config', EMPTY)],
      fix: t(
        'security.finding.settingWithoutEffect.fix',
        'Turn {setting} off, or {other} on as well.',
        { setting: EMPTY, other: REDUCED }
      ),
    });
  },
};

export const FORBIDDEN_INDICES: readonly Rule[] = [SILENT_DENIALS, SETTING_WITHOUT_EFFECT];
