/** Columns of the tenant's saved objects. */
import { EuiButtonIcon, EuiLink, EuiText } from '@elastic/eui';
import { i18n } from '@sd/core/public';
import { ChangedTime, DASH, type ListColumn, ObjectType } from '@sd/ui_kit';
import type { ObjectRow } from '../../services/objects_source';
import type { ObjectAddresses } from './use_object_places';

export interface ObjectColumnsOptions {
  /** Setting `dateFormat`. */
  readonly dateFormat: string;
  /** Absent: objects can neither be looked into nor shared. */
  readonly places: ObjectAddresses | undefined;
  readonly share: (object: ObjectRow) => void;
  readonly copyLink: (object: ObjectRow) => void;
}

export const objectColumns = ({
  dateFormat,
  places,
  share,
  copyLink,
}: ObjectColumnsOptions): ReadonlyArray<ListColumn<ObjectRow>> => [
  {
    id: 'title',
    name: i18n.translate('home.objects.column.title', { defaultMessage: 'Title' }),
    sortField: 'title',
    isFixed: true,
    render: (object) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        {places ? <EuiLink {...places.link(object)}>{object.title}</EuiLink> : object.title}
        {object.description !== '' && (
          <EuiText size="xs" color="subdued">
            {object.description}
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
  ...(places ? [shareColumn(share, copyLink)] : []),
];

const shareColumn = (
  share: ObjectColumnsOptions['share'],
  copyLink: ObjectColumnsOptions['copyLink']
): ListColumn<ObjectRow> => ({
  id: 'share',
  name: i18n.translate('home.objects.column.share', { defaultMessage: 'Share' }),
  render: (object) => (
    <span style={{ whiteSpace: 'nowrap' }}>
      <EuiButtonIcon
        iconType="link"
        size="s"
        aria-label={i18n.translate('home.objects.copyLink', {
          defaultMessage: 'Copy link to {title}',
          values: { title: object.title },
        })}
        onClick={() => copyLink(object)}
        data-test-subj="copyObjectLink"
      />
      <EuiButtonIcon
        iconType="share"
        size="s"
        aria-label={i18n.translate('home.objects.shareObject', {
          defaultMessage: 'Share {title}',
          values: { title: object.title },
        })}
        onClick={() => share(object)}
        data-test-subj="shareObject"
      />
    </span>
  ),
});
