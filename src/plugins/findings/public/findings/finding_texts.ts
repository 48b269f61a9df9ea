/** Texts and colors of findings. */
import type { FindingBody, FindingGroup, Severity } from '@sd/contracts';
import { t } from '@sd/core/public';

export const severityLabel = (severity: Severity): string =>
  ({
    critical: t('findings.critical', 'Critical'),
    high: t('findings.high', 'High'),
    medium: t('findings.medium', 'Medium'),
    low: t('findings.low', 'Low'),
  })[severity];

export const SEVERITY_COLORS = {
  critical: 'danger',
  high: 'warning',
  medium: 'primary',
  low: 'hollow',
} as const satisfies Record<Severity, string>;

export const groupLabel = (group: FindingGroup): string =>
  ({
    too_much: t('findings.tooMuch', 'Too much access'),
    broken: t('findings.broken', 'Broken'),
    weak: t('findings.weak', 'Weak protection'),
    unused: t('findings.unused', 'Unused'),
  })[group];

export const isOpen = ({ accepted }: FindingBody): boolean => accepted === undefined;
