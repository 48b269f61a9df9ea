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
