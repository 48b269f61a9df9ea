/** How the configuration file wants findings to be checked. */
import type { FindingsOptions } from '@sd/core/server';
import type { FindingsConfig } from '../config';

/** Without the options that depend on a request. */
export function findingOptions({
  disabled_rules,
  ...thresholds
}: FindingsConfig): Required<Pick<FindingsOptions, 'isOff' | 'thresholds'>> {
  const off: readonly string[] = disabled_rules;
  return {
    isOff: (rule) => off.includes(rule),
    thresholds: {
      maxAdministrators: thresholds.max_administrators,
      soleAdministratorFrom: thresholds.sole_administrator_from,
      minPatternCharacters: thresholds.min_pattern_characters,
      idleDays: thresholds.idle_days,
    },
  };
}
