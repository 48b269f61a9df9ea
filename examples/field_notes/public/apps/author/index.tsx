/** Our page in the Management app: who one is to Field notes. */
import { EuiDescriptionList, EuiLoadingSpinner, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n, renderApp, useRequest, type UnmountCallback } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';
import { messageOf } from '../../services/message_of';

export const mountAuthorPage = (element: HTMLElement, deps: FieldNotesDeps): UnmountCallback =>
  renderApp(element, <AuthorPage {...deps} />);

function AuthorPage({ client }: FieldNotesDeps): ReactElement {
  const { data, error } = useRequest('author', (signal) => client.author(signal));
  if (error !== undefined)
    return (
      <EuiText color="danger">
        <p>{messageOf(error)}</p>
      </EuiText>
    );
  if (!data) return <EuiLoadingSpinner size="l" />;
  return (
    <EuiDescriptionList
      listItems={[
        {
          title: i18n.translate('fieldNotes.author.name', { defaultMessage: 'You write as' }),
          description: data.userName,
        },
        {
          title: i18n.translate('fieldNotes.author.roles', { defaultMessage: 'Your roles' }),
          description: data.roles.join(', ') || '–',
        },
        {
          title: i18n.translate('fieldNotes.author.today', { defaultMessage: 'Written today' }),
          description: i18n.translate('fieldNotes.author.count', {
            defaultMessage: '{count, plural, one {# note} other {# notes}}',
            values: { count: data.writtenToday },
          }),
        },
      ]}
    />
  );
}
