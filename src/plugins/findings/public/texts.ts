/** Texts of the entry, which loads with every page. */
import { t } from '@sd/core/public';

export const findingsTitle = (): string => t('findings.title', 'Findings');
export const guardrailsTitle = (): string => t('findings.guardrails.title', 'Guardrails');
export const usageTitle = (): string => t('findings.usage.title', 'Usage');
