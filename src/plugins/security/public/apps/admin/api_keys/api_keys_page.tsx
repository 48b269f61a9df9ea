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
        'This server has no API keys that this page could show: they are switched off (engine.api_keys.enabled), or its backend keeps users and proves them itself, where service accounts and tokens do what keys do here.'
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
          'With a key a script calls in the name of its owner, and never may do more than the owner. Users make their own in the menu of their account; here they are seen and revoked.'
        )}
      />
      <ApiKeyList />
    </>
  );
}
