import { EuiSkeletonText, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import { LoadError, PageHeader, useKit, usePage, useServerQuery } from '@sd/ui_kit';
import { API, type GreetingResponse } from '../../common';

export function HelloPage(): ReactElement {
  const { core } = useKit();
  const { data, error, isLoading, reload } = useServerQuery(['sampleApp', 'greeting'], (signal) =>
    core.http.get<GreetingResponse>(API.greeting, { signal })
  );
  usePage([]);
  return (
    <>
      <PageHeader title={t('sampleApp.appTitle', 'Sample app')} />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {data === undefined && error === undefined && <EuiSkeletonText />}
      {data && (
        <EuiText>
          <p>
            {t('sampleApp.greeting', '{greeting}, {userName}!', {
              greeting: data.greeting,
              userName: data.userName,
            })}
          </p>
        </EuiText>
      )}
    </>
  );
}
