import { t } from '@sd/core/public';
import type { CredentialsKind } from './cluster_form_state';

export const clustersTitle = (): string => t('security.common.clusters', 'Clusters');

export const credentialsText = (kind: CredentialsKind): string =>
  ({
    session: t('security.clusterForm.own', "Each administrator's own credentials"),
    token: t('security.clusterForm.token', 'The token of the administrator’s login'),
    service: t('security.clusterForm.service', 'Stored credentials'),
    none: t('security.common.noCredentials', 'No credentials'),
  })[kind];
