/** Page of all API keys. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { apiKeysTitle } from '../../../components/api_key_cells';
import { MissingFeature } from '../../../components/missing_feature';
import { useFeature } from '../../../services/features';
import { ApiKeyList } from './api_key_list';

export function ApiKeysPage(): ReactElement {
  if (useFeature('apiKeys')) return <ApiKeyList />;
  return (
    <MissingFeature
      title={apiKeysTitle()}
      reason={t(
        'security.apiKeys.missing',
        'API keys are not available: they are turned off (engine.api_keys.enabled), or users are managed by a cluster. On a cluster, use service accounts or tokens instead.'
      )}
    />
  );
}
