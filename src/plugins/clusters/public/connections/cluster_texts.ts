import { t } from '@sd/core/public';
import type { CredentialsKind } from './cluster_form_state';

export const credentialsText = (kind: CredentialsKind): string =>
  ({
    session: t('clusters.clusterForm.own', "Each administrator's own credentials"),
    token: t('clusters.clusterForm.token', 'The token of the administrator’s login'),
    service: t('clusters.clusterForm.service', 'Stored credentials'),
    none: t('clusters.common.noCredentials', 'No credentials'),
  })[kind];
