/** Page around the form of an entity: adds its history, and states to open the form with. */
import { EuiButton, EuiCallOut } from '@elastic/eui';
import type { EntityByType, ResourceType } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type Crumb, EditPage, type Read, useEdited, useLink } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, Suspense } from 'react';
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
  /**
   * Path of the form that duplicates the entity: all that is offered for a reserved one. Absent: a
   * reserved one is not locked.
   */
  readonly duplicatePath?: string;
  /** Parent pages. */
  readonly crumbs: readonly Crumb[];
  readonly description: ReactNode;
  /** Shown if the entity does not exist; absent where saving then creates it. */
  readonly missing?: ReactElement;
  /** Additional data that the form requires. */
  readonly needs?: Pick<Read<unknown>, 'data' | 'error' | 'reload'>;
  /** Renders the form once all data is loaded. */
  readonly children: (input: EntityFormInput<R>) => ReactNode;
}

/** Edit page of an entity, which may open with a recorded or prepared state. */
export function EntityEditPage<R extends ResourceType>(
  props: EntityEditPageProps<R>
): ReactElement {
  const { resource, action, name, title, duplicatePath } = props;
  const { entities } = useAdmin();
  const read = useEdited<EntityByType[R]>(
    { ...entities.store(resource), key: resourceKey(resource) },
    name
  );
  const found = read.data?.found;
  const recorded = useRestored(resource, action === 'edit' ? name : undefined);
  const restored = recorded.data?.restored;
  const preparation = usePrefilledChanges();
  const isOpened = action === 'edit' && found !== undefined;
  useRecentlyViewed(resource, name ?? '', isOpened ? props.path : undefined);
  const proposed = action === 'duplicate' && name !== undefined ? duplicateName(name) : name;
  const prepared =
    read.data && preparation && !restored
      ? {
          id: preparation.id,
          name: proposed ?? '',
          entity: preparation.of<EntityByType[R]>(found?.entity),
        }
      : undefined;
  const isReserved = isOpened && found.entity.reserved === true;
  return (
    <EditPage
      title={title}
      crumbs={props.crumbs}
      description={props.description}
      actions={
        action === 'edit' && name !== undefined && <HistoryButton type={resource} name={name} />
      }
      read={read}
      needs={[recorded, ...(props.needs ? [props.needs] : [])]}
      missing={name === undefined ? undefined : props.missing}
      locked={() =>
        isReserved &&
        duplicatePath !== undefined && <ReservedEntity name={name ?? ''} path={duplicatePath} />
      }
      formKey={recorded.id}
    >
      {({ source, isTheirs, onLoadTheirs }) => (
        <>
          {prepared && !isTheirs && <PreparedNote />}
          {restored && !isTheirs && (
            <Suspense fallback={null}>
              <RestoredState present={source?.entity} restored={restored.entity} />
            </Suspense>
          )}
          {props.children({
            title: name === undefined || title.includes(name) ? title : `${title}: ${name}`,
            name: proposed ?? restored?.name ?? '',
            isEdit: action === 'edit',
            source,
            restored: isTheirs ? undefined : (restored ?? prepared),
            onLoadTheirs,
          })}
        </>
      )}
    </EditPage>
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
        {t('security.common.duplicate', 'Duplicate')}
      </EuiButton>
    </EuiCallOut>
  );
}
