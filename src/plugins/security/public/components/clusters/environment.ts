import { t } from '@sd/core/public';
import type { ClusterEntry } from '@sd/contracts';

export function environmentText(environment: NonNullable<ClusterEntry['environment']>): string {
  switch (environment) {
    case 'development':
      return t('security.clusters.development', 'Development');
    case 'staging':
      return t('security.clusters.staging', 'Staging');
    case 'production':
      return t('security.clusters.production', 'Production');
  }
}

const COLORS = { development: 'success', staging: 'warning', production: 'danger' } as const;

/** Production is always red; other environments can have a color of their own. */
export const environmentColor = ({ environment, color }: ClusterEntry): string =>
  environment === 'production'
    ? 'danger'
    : (color ?? (environment ? COLORS[environment] : 'hollow'));

export const homeText = (): string => t('security.clusters.home', 'This installation');

/** The name of a cluster in texts. */
export const clusterName = ({ is_home: isHome, name }: ClusterEntry): string =>
  isHome ? homeText() : name;
