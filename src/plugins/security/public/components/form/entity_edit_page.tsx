/**
 * Page around an entity form: loads the entity, handles a missing one, and restarts the form with
 * another user's version.
 */
import { EuiButton, EuiCallOut, EuiSkeletonText } from '@elastic/eui';
import type { EntityByType, ResourceType } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  type Crumb,
  FORM_WIDTH_PX,
  LoadError,
  PageHeader,
  type Read,
  useLink,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { Fragment, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { duplicateName } from '../../../common';
import type { EditAction } from '../../services/form_mode';
import { useAdmin } from '../../services/admin_context';
import type { Versioned } from '../../services/entity_client';
import { usePrefilledChanges } from '../../services/prefilled_changes';
import { resourceKey } from '../../services/query_keys';
import { HistoryButton } from '../history/history_button';
import { useRecentlyViewed } from '../../services/use_recently_viewed';
import { PreparedNote } from './prepared_note';
import { type Restored, RestoredState, useRestored } from './restored';

export interface EntityFormInput<R extends ResourceType> {
  /** Heading with the name of the entity. */
  readonly title: string;
  /** Initial name; '' for a new entity. */
  readonly name: string;
  /** True to edit the entity, false to create a new one. */
  readonly isEdit: boolean;
  /** Initial state of the form; absent for a new entity. */
  readonly source?: Versioned<R>;
  /** Recorded or prepared state that the form shows unsaved. */
  readonly restored?: Restored<R>;
  /** Restarts the form with the version another user saved. */
  readonly onLoadTheirs: (theirs: Versioned<R>) => void;
}

export interface EntityEditPageProps<R extends ResourceType> {
  readonly resource: R;
  readonly action: EditAction;
  /** Entity to edit or duplicate. */
  readonly name?: string;
  readonly title: string;
  /** Path of the entity's own page, which is then added to "Recently viewed". */
  readonly path?: string;
  /** Path of the form that duplicates the entity: all that is offered for a reserved one. */
  readonly duplicatePath: string;
  /** Parent pages. */
  readonly crumbs: readonly Crumb[];
  readonly description: ReactNode;
  /** Shown if the entity does not exist. */
  readonly missing: ReactElement;
  /** Additional data that the form requires. */
  readonly needs?: Pick<Read<unknown>, 'data' | 'error' | 'reload'>;
  /** Renders the form once all data is loaded. */
  readonly children: (input: EntityFormInput<R>) => ReactNode;
}

export function EntityEditPage<R extends ResourceType>(
  props: EntityEditPageProps<R>
): ReactElement {
  const { resource, action, name, title, crumbs, description, missing, needs } = props;
  const { entities } = useAdmin();
  const { data, error, reload } = useServerQuery(
    resourceKey(resource, 'form', name ?? ''),
    async (signal) => ({
      found: name === undefined ? undefined : await entities.find(resource, name, signal),
    }),
    { isFresh: true }
  );
  const recorded = useRestored(resource, action === 'edit' ? name : undefined);
  const restored = recorded.data?.restored;
  const preparation = usePrefilledChanges();
  const [newer, setNewer] = useState<Versioned<R>>();
  usePage([...crumbs, { text: title }]);
  const isOpened = action === 'edit' && data?.found !== undefined;
  useRecentlyViewed(resource, name ?? '', isOpened ? props.path : undefined);
  if (data && name !== undefined && data.found === undefined) return missing;
  const proposed = action === 'duplicate' && name !== undefined ? duplicateName(name) : name;
  const prepared =
    data && preparation && !restored
      ? {
          id: preparation.id,
          name: proposed ?? '',
          entity: preparation.of<EntityByType[R]>(data.found?.entity),
        }
      : undefined;
  const input: EntityFormInput<R> = {
    title: name === undefined ? title : `${title}: ${name}`,
    name: proposed ?? restored?.name ?? '',
    restored: newer ? undefined : (restored ?? prepared),
    isEdit: action === 'edit',
    source: newer ?? data?.found,
    onLoadTheirs: setNewer,
  };
  const reads = [{ data, error, reload }, recorded, ...(needs ? [needs] : [])];
  const isReady = reads.every((read) => read.data !== undefined);
  const isReserved = isOpened && data.found?.entity.reserved === true;
  const failed = reads.find((read) => read.error !== undefined);
  return (
    <div style={{ maxInlineSize: FORM_WIDTH_PX }}>
      <PageHeader
        title={title}
        description={description}
        actions={
          action === 'edit' && name !== undefined && <HistoryButton type={resource} name={name} />
        }
      />
      {failed && <LoadError error={failed.error} onRetry={failed.reload} />}
      {!isReady && !failed && <EuiSkeletonText lines={8} />}
      {isReady && isReserved && <ReservedEntity name={name ?? ''} path={props.duplicatePath} />}
      {isReady && !isReserved && (
        <>
          {/* The key resets the form state for another version. */}
          {prepared && !newer && <PreparedNote />}
          {restored && input.restored && (
            <Suspense fallback={null}>
              <RestoredState present={input.source?.entity} restored={input.restored.entity} />
            </Suspense>
          )}
          <Fragment key={newer?.etag ?? `first ${recorded.id}`}>{props.children(input)}</Fragment>
        </>
      )}
    </div>
  );
}

/** In place of the form of an entity that the engine would not let anyone change. */
function ReservedEntity({
  name,
  path,
}: {
  readonly name: string;
  readonly path: string;
}): ReactElement {
  const link = useLink();
  return (
    <EuiCallOut
      iconType="lock"
      title={t(
        'security.form.reserved',
        "{name} is reserved and can't be changed. Duplicate it to create your own.",
        { name }
      )}
    >
      <EuiButton size="s" iconType="copy" {...link(path)}>
        {t('security.list.duplicate', 'Duplicate')}
      </EuiButton>
    </EuiCallOut>
  );
}
