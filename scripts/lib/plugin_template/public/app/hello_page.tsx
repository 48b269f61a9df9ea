import { EuiCallOut, EuiLoadingSpinner, EuiPageSection, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n, useRequest, type HttpStart } from '@sd/core/public';
import { API, type GreetingResponse } from '../../common';

export function HelloPage({ http }: { readonly http: HttpStart }): ReactElement {
  const { data, error } = useRequest('greeting', (signal) =>
    http.get<GreetingResponse>(API.greeting, { signal })
  );
  return (
    <EuiPageSection>
      <EuiTitle>
        <h1>
          <FormattedMessage id="sampleApp.appTitle" defaultMessage="Sample app" />
        </h1>
      </EuiTitle>
      {error !== undefined && (
        <EuiCallOut
          color="danger"
          title={i18n.translate('sampleApp.failed', {
            defaultMessage: 'The server did not answer',
          })}
        />
      )}
      {!data && error === undefined && <EuiLoadingSpinner size="l" />}
      {data && (
        <EuiText>
          <p>
            <FormattedMessage
              id="sampleApp.greeting"
              defaultMessage="{greeting}, {userName}!"
              values={{ greeting: data.greeting, userName: data.userName }}
            />
          </p>
        </EuiText>
      )}
    </EuiPageSection>
  );
}
