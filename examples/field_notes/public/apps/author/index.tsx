/** Management section that shows the current user's access to Field notes. */
import { EuiDescriptionList, EuiLoadingSpinner } from '@elastic/eui';
import type { ReactElement } from 'react';
import { renderApp, t, type UnmountCallback } from '@sd/core/public';
import type { ManagementSectionMountParams } from '@sd/plugins/management/public';
import { KitProvider, LoadError, useServerQuery } from '@sd/ui_kit';
import type { FieldNotesDeps } from '../../services/deps';
import { NOTES_KEY } from '../../services/query_keys';

export const mountAuthorPage = (
  { element, kit }: ManagementSectionMountParams,
  deps: FieldNotesDeps
): UnmountCallback =>
  renderApp(
    element,
    <KitProvider services={kit}>
      <AuthorPage {...deps} />
    </KitProvider>
  );

function AuthorPage({ client }: FieldNotesDeps): ReactElement {
  const { data, error, reload } = useServerQuery([...NOTES_KEY, 'author'], (signal) =>
    client.author(signal)
  );
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
  if (!data) return <EuiLoadingSpinner size="l" />;
  return (
    <EuiDescriptionList
      listItems={[
        {
          title: t('fieldNotes.author.name', 'You write as'),
          description: data.userName,
        },
        {
          title: t('fieldNotes.author.roles', 'Your roles'),
          description: data.roles.join(', ') || '–',
        },
        {
          title: t('fieldNotes.author.today', 'Written today'),
          description: t(
            'fieldNotes.author.count',
            '{count, plural, one {# note} other {# notes}}',
            { count: data.writtenToday }
          ),
        },
      ]}
    />
  );
}
