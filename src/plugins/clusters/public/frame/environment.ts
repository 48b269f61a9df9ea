import { t } from '@sd/core/public';
import type { ClusterEntry } from '@sd/contracts';

export function environmentText(environment: NonNullable<ClusterEntry['environment']>): string {
  switch (environment) {
    case 'development':
      return t('clusters.clusters.development', 'Development');
    case 'staging':
      return t('clusters.clusters.staging', 'Staging');
    case 'production':
      return t('clusters.clusters.production', 'Production');
  }
}

const COLORS = { development: 'success', staging: 'warning', production: 'danger' } as const;

/** Production is always red; other environments can have a color of their own. */
export const environmentColor = ({ environment, color }: ClusterEntry): string =>
  environment === 'production'
    ? 'danger'
    : (color ?? (environment ? COLORS[environment] : 'hollow'));
