/** Columns of the list of saved objects. */
import { EuiLink } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { ChangedTime, DASH, type ListColumn, ObjectType } from '@sd/ui_kit';
import type { ObjectKey } from '../../common';
import type { ObjectRow } from './objects_api';

/** @param dateFormat - setting `dateFormat` */
export const objectColumns = (
  onInspect: (object: ObjectKey) => void,
  dateFormat: string
): ReadonlyArray<ListColumn<ObjectRow>> => [
  {
    id: 'title',
    name: i18n.translate('management.objects.column.title', { defaultMessage: 'Title' }),
    sortField: 'title',
    isFixed: true,
    render: (object) => (
      <EuiLink
        onClick={() => onInspect(object)}
        style={{ overflowWrap: 'anywhere', textAlign: 'left' }}
      >
        {object.title}
      </EuiLink>
    ),
  },
  {
    id: 'type',
    name: i18n.translate('management.objects.column.type', { defaultMessage: 'Type' }),
    sortField: 'type',
    render: ({ type }) => <ObjectType type={type} />,
  },
  {
    id: 'updated',
    name: i18n.translate('management.objects.column.updated', { defaultMessage: 'Last updated' }),
    sortField: 'updatedAt',
    render: ({ updatedAt }) =>
      updatedAt === undefined ? DASH : <ChangedTime at={updatedAt} format={dateFormat} />,
  },
];
