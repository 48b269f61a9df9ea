/** Columns of the tenant's saved objects. */
import { EuiText } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { ChangedTime, DASH, type ListColumn, ObjectType } from '@sd/ui_kit';
import type { ObjectRow } from '../../services/objects_source';

/** @param dateFormat - setting `dateFormat` */
export const objectColumns = (dateFormat: string): ReadonlyArray<ListColumn<ObjectRow>> => [
  {
    id: 'title',
    name: i18n.translate('home.objects.column.title', { defaultMessage: 'Title' }),
    sortField: 'title',
    isFixed: true,
    render: ({ title, description }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        {title}
        {description !== '' && (
          <EuiText size="xs" color="subdued">
            {description}
          </EuiText>
        )}
      </div>
    ),
  },
  {
    id: 'type',
    name: i18n.translate('home.objects.column.type', { defaultMessage: 'Type' }),
    sortField: 'type',
    render: ({ type }) => <ObjectType type={type} />,
  },
  {
    id: 'changed',
    name: i18n.translate('home.objects.column.changed', { defaultMessage: 'Changed' }),
    sortField: 'changed',
    render: ({ changedAt }) =>
      changedAt === undefined ? DASH : <ChangedTime at={changedAt} format={dateFormat} />,
  },
];
