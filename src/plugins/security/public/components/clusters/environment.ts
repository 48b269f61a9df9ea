import { t } from '@sd/core/public';
import type { ENVIRONMENTS } from '../../../common';

export function environmentText(environment: (typeof ENVIRONMENTS)[number]): string {
  switch (environment) {
    case 'development':
      return t('security.clusters.development', 'Development');
    case 'staging':
      return t('security.clusters.staging', 'Staging');
    case 'production':
      return t('security.clusters.production', 'Production');
  }
}
