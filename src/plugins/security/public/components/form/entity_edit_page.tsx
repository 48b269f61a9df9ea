/**
 * The page around a form of one entity: loads it, says when it is not there, and starts over with
 * somebody else's version.
 */
import { EuiSkeletonText } from '@elastic/eui';
import type { EntityByType, ResourceType } from '@sd/contracts';
import { type Crumb, LoadError, PageHeader, type Read, usePage, useServerQuery } from '@sd/ui_kit';
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
  /** Heading, with the name of the entity it is about. */
  readonly title: string;
  /** Proposed name; '' for a new entity. */
  readonly name: string;
  /** Whether the entity itself is changed; else a new one is made. */
  readonly isEdit: boolean;
  /** What the form starts from; absent for a new entity. */
  readonly source?: Versioned<R>;
  /** A recorded state, or a prepared one, that the form shows unsaved. */
  readonly restored?: Restored<R>;
  /** Starts the form over with the version somebody else saved. */
  readonly onLoadTheirs: (theirs: Versioned<R>) => void;
}

export interface EntityEditPageProps<R extends ResourceType> {
  readonly resource: R;
  readonly action: EditAction;
  /** The entity to edit or duplicate. */
  readonly name?: string;
  readonly title: string;
  /** The entity's own address, when this is its page: it is then among "Recently viewed". */
  readonly path?: string;
  /** Pages above this one. */
  readonly crumbs: readonly Crumb[];
  readonly description: ReactNode;
  /** Shown when there is no such entity. */
  readonly missing: ReactElement;
  /** Something else that the form cannot do without. */
  readonly needs?: Pick<Read<unknown>, 'data' | 'error' | 'reload'>;
  /** The form; called once all of it is there. */
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
  const failed = reads.find((read) => read.error !== undefined);
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          action === 'edit' && name !== undefined && <HistoryButton type={resource} name={name} />
        }
      />
      {failed && <LoadError error={failed.error} onRetry={failed.reload} />}
      {!isReady && !failed && <EuiSkeletonText lines={8} style={{ maxInlineSize: 800 }} />}
      {/* Another version is another form: its state starts anew. */}
      {isReady && prepared && !newer && <PreparedNote />}
      {isReady && restored && input.restored && (
        <Suspense fallback={null}>
          <RestoredState present={input.source?.entity} restored={input.restored.entity} />
        </Suspense>
      )}
      {isReady && (
        <Fragment key={newer?.etag ?? `first ${recorded.id}`}>{props.children(input)}</Fragment>
      )}
    </>
  );
}
