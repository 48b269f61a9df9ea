import { t } from '@sd/core/public';

export const resourcesTitle = (): string => t('clusters.resources.title', 'Resource sharing');
export const compareTitle = (): string => t('clusters.comparison.title', 'Compare clusters');
export const clustersTitle = (): string => t('clusters.common.clusters', 'Clusters');
