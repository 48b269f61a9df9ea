/** Page of all API keys. */
import { t } from '@sd/core/public';
import { PageHeader, usePage } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { apiKeysTitle } from '../../../components/api_key_cells';
import { MissingFeature } from '../../../components/missing_feature';
import { useFeature } from '../../../services/features';
import { ApiKeyList } from './api_key_list';

export function ApiKeysPage(): ReactElement {
  if (useFeature('apiKeys')) return <ApiKeys />;
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

function ApiKeys(): ReactElement {
  usePage([{ text: apiKeysTitle() }]);
  return (
    <>
      <PageHeader
        title={apiKeysTitle()}
        description={t(
          'security.apiKeys.pageIntro',
          'API keys let scripts act as their owner, never with more permissions. Users create their own from the account menu.'
        )}
      />
      <ApiKeyList />
    </>
  );
}
