/**
 * The tenant's saved objects: the server answers each question, so that a switch of tenant is seen
 * at once.
 */
import { EuiSpacer } from '@elastic/eui';
import { useMemo, type ReactElement } from 'react';
import { FormattedMessage, i18n, type CoreStart } from '@sd/core/public';
import { ListTable, ListToolbar, useColumns, useList } from '@sd/ui_kit';
import { objectsSource } from '../../services/objects_source';
import { Section } from '../section';
import { objectColumns } from './object_columns';

export function SavedObjectsSection({ core }: { readonly core: CoreStart }): ReactElement {
  const list = useList(useMemo(() => objectsSource(core.http), [core]));
  const dateFormat = core.uiSettings.get<string>('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS');
  const columns = useColumns(
    'objects',
    useMemo(() => objectColumns(dateFormat), [dateFormat])
  );
  return (
    <Section
      title={<FormattedMessage id="home.objects.title" defaultMessage="Saved objects" />}
      testSubject="homeSavedObjects"
    >
      <ListToolbar
        list={list}
        searchLabel={i18n.translate('home.objects.searchLabel', {
          defaultMessage: 'Search saved objects',
        })}
      />
      <EuiSpacer size="s" />
      <ListTable
        list={list}
        columns={columns}
        caption={i18n.translate('home.objects.caption', {
          defaultMessage: 'Saved objects of this tenant',
        })}
        empty={<NoObjects />}
        data-test-subj="homeObjectsTable"
      />
    </Section>
  );
}

const NoObjects = (): ReactElement => (
  <>
    <p>
      <strong>
        <FormattedMessage
          id="home.objects.none"
          defaultMessage="This tenant has no saved objects yet"
        />
      </strong>
    </p>
    <p>
      <FormattedMessage
        id="home.objects.noneHint"
        defaultMessage="Objects appear here as soon as somebody saves one in this tenant."
      />
    </p>
  </>
);
