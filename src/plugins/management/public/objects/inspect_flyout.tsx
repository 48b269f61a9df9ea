/** One object: what it shows, and, in a tab, its ids, version, references and attributes. */
import {
  EuiButton,
  EuiCodeBlock,
  EuiDescriptionList,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiLink,
  EuiLoadingSpinner,
  EuiSpacer,
  EuiTab,
  EuiTabs,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type SavedObject, t } from '@sd/core/public';
import {
  ChangedTime,
  DASH,
  LoadError,
  useServerQuery,
  ObjectType,
  objectTypeLabel,
} from '@sd/ui_kit';
import type { ObjectKey } from '../../common';
import { toKey } from './objects_api';
import { OBJECTS_KEY } from './objects_list';
import type { DialogProps } from './dialog_props';
import { hasOverview, ObjectOverview } from './object_overview';

export interface InspectFlyoutProps extends DialogProps {
  readonly object: ObjectKey;
}

export function InspectFlyout({
  api,
  object,
  types,
  core,
  openAddress,
  onInspect,
  onShare,
  onClose,
}: InspectFlyoutProps): ReactElement {
  const address = openAddress(object);
  const titleId = useGeneratedHtmlId({ prefix: 'inspectTitle' });
  const { data, error, isLoading, reload } = useServerQuery(
    [...OBJECTS_KEY, toKey(object)],
    (signal) => api.get(object, signal)
  );
  const titleField = types.find(({ name }) => name === object.type)?.titleField ?? 'title';
  const named = data?.attributes[titleField];
  const title = typeof named === 'string' ? named : `${objectTypeLabel(object.type)} ${object.id}`;
  return (
    <EuiFlyout size="m" ownFocus onClose={() => onClose(false)} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        {error !== undefined && (
          <LoadError
            title={t('management.inspect.error', "Couldn't load the object")}
            error={error}
            onRetry={reload}
          />
        )}
        {isLoading && !data && (
          <EuiLoadingSpinner
            size="l"
            aria-label={t('management.inspect.loading', 'Loading the object')}
          />
        )}
        {data && error === undefined && (
          <>
            <EuiFlexGroup gutterSize="s" responsive={false} wrap>
              {address !== undefined && (
                <EuiFlexItem grow={false}>
                  <EuiButton
                    fill
                    size="s"
                    iconType="external"
                    href={address}
                    target="_blank"
                    data-test-subj="openObject"
                  >
                    {t('management.objects.open', 'Open')}
                  </EuiButton>
                </EuiFlexItem>
              )}
              <EuiFlexItem grow={false}>
                <EuiButton
                  size="s"
                  iconType="share"
                  onClick={() => onShare({ ...object, title })}
                  data-test-subj="shareObject"
                >
                  {t('management.objects.share', 'Share')}
                </EuiButton>
              </EuiFlexItem>
            </EuiFlexGroup>
            <EuiSpacer size="m" />
            {hasOverview(object.type) ? (
              <ObjectTabs
                key={toKey(object)}
                object={data}
                api={api}
                core={core}
                onInspect={onInspect}
              />
            ) : (
              <Details object={data} core={core} onInspect={onInspect} />
            )}
          </>
        )}
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}

/** People read the overview; those who maintain objects need the rest. */
function ObjectTabs({ object, api, core, onInspect }: DetailsProps & Pick<DialogProps, 'api'>) {
  const [isOverview, setOverview] = useState(true);
  return (
    <>
      <EuiTabs size="s">
        <EuiTab isSelected={isOverview} onClick={() => setOverview(true)}>
          {t('management.inspect.overview', 'Contents')}
        </EuiTab>
        <EuiTab isSelected={!isOverview} onClick={() => setOverview(false)}>
          {t('management.inspect.details', 'Details and JSON')}
        </EuiTab>
      </EuiTabs>
      <EuiSpacer size="m" />
      {isOverview ? (
        <ObjectOverview object={object} api={api} onInspect={onInspect} />
      ) : (
        <Details object={object} core={core} onInspect={onInspect} />
      )}
    </>
  );
}

type DetailsProps = Pick<DialogProps, 'core' | 'onInspect'> & { readonly object: SavedObject };

function Details({ object, core, onInspect }: DetailsProps): ReactElement {
  const { migrationVersion, updated_at: updatedAt } = object;
  const dateFormat = core.uiSettings.get('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS') as string;
  const facts: Array<[string, ReactNode]> = [
    [t('management.common.type', 'Type'), <ObjectType key="type" type={object.type} />],
    [t('management.inspect.id', 'ID'), object.id],
    [
      t('management.common.lastUpdated', 'Last updated'),
      updatedAt === undefined ? (
        DASH
      ) : (
        <ChangedTime key="updated" at={updatedAt} format={dateFormat} />
      ),
    ],
    [t('management.inspect.version', 'Version'), object.version ?? DASH],
  ];
  if (migrationVersion) {
    const label = t('management.inspect.migration', 'Migration version');
    facts.push([
      label,
      Object.entries(migrationVersion)
        .map(([type, version]) => `${type} ${version}`)
        .join(', '),
    ]);
  }
  return (
    <>
      <EuiDescriptionList
        compressed
        style={{ overflowWrap: 'anywhere' }}
        listItems={facts.map(([title, description]) => ({
          title,
          description: description as NonNullable<ReactNode>,
        }))}
      />
      <EuiSpacer size="l" />
      <EuiTitle size="xs">
        <h3>{t('management.inspect.references', 'References')}</h3>
      </EuiTitle>
      <EuiSpacer size="s" />
      <References object={object} onInspect={onInspect} />
      <EuiSpacer size="l" />
      <EuiTitle size="xs">
        <h3>{t('management.inspect.attributes', 'Attributes')}</h3>
      </EuiTitle>
      <EuiSpacer size="s" />
      <EuiCodeBlock language="json" isCopyable paddingSize="m" whiteSpace="pre-wrap">
        {JSON.stringify(object.attributes, null, 2)}
      </EuiCodeBlock>
    </>
  );
}

function References({
  object: { references },
  onInspect,
}: Omit<DetailsProps, 'core'>): ReactElement {
  if (references.length === 0) {
    return (
      <EuiText size="s" color="subdued">
        <p>{t('management.inspect.noReferences', "This object doesn't refer to others.")}</p>
      </EuiText>
    );
  }
  return (
    <EuiText size="s">
      <ul>
        {references.map(({ type, id, name }) => (
          <li key={`${name} ${type} ${id}`} style={{ overflowWrap: 'anywhere' }}>
            {name}
            {': '}
            <EuiLink
              onClick={() => onInspect({ type, id })}
            >{`${objectTypeLabel(type)} ${id}`}</EuiLink>
          </li>
        ))}
      </ul>
    </EuiText>
  );
}
