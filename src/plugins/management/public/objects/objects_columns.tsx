/** Columns of the list of saved objects. */
import { EuiLink, EuiToolTip } from '@elastic/eui';
import moment from 'moment';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { DASH, type ListColumn } from '@sd/ui_kit';
import type { ObjectKey } from '../../common';
import { ObjectType } from './object_type';
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
      updatedAt === undefined ? DASH : <UpdatedTime at={updatedAt} format={dateFormat} />,
  },
];

/** How long ago; the exact time on hover and focus. */
function UpdatedTime({
  at,
  format,
}: {
  readonly at: string;
  readonly format: string;
}): ReactElement {
  const instant = moment(at);
  return (
    <EuiToolTip content={instant.format(format)}>
      <time dateTime={at} tabIndex={0}>
        {instant.fromNow()}
      </time>
    </EuiToolTip>
  );
}
