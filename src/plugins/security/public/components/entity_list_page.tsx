/** List page of entities: common actions around the columns and texts of each type. */
import { EuiButton, EuiSwitch } from '@elastic/eui';
import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { t } from '@sd/core/public';
import {
  type Facet,
  lazyPage,
  type List,
  type ListAction,
  type ListColumn,
  ListPage,
  type ListSource,
  useLink,
  useList,
} from '@sd/ui_kit';
import { endpointFor, type ResourceType } from '@sd/contracts';
import { useAdmin } from '../services/admin_context';
import type { Renamable } from '../services/entity_client';
import { useFeature } from '../services/features';
import { useLackingText, useMay } from '../services/rights';
import { MissingFeature } from './missing_feature';
import { renameLabel, useRenameReason } from './rename_action';
import { type Deleted, ResourceDeleteDialog } from './resource_delete_dialog';

/** Stores on this device whether lists show reserved entities. */
const SHOWS_RESERVED = 'shows_reserved';
const CUSTOM_ONLY = ['custom'] as const;

/** Hides reserved entities with the filter `customization`. */
function ReservedSwitch<T>({ list }: { readonly list: List<T> }): ReactElement {
  const { memory } = useAdmin().kit.services;
  const { state, change } = list;
  const { customization, ...others } = state.filters;
  const show = (isShown: boolean) =>
    change({ filters: isShown ? others : { ...others, customization: CUSTOM_ONLY } });
  useEffect(() => {
    if (memory.get(SHOWS_RESERVED) === false && customization === undefined) show(false);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the list opens
  }, []);
  return (
    <EuiSwitch
      label={t('security.list.showReserved', 'Show reserved')}
      checked={customization === undefined || customization.includes('reserved')}
      onChange={({ target }) => {
        memory.set(SHOWS_RESERVED, target.checked);
        show(target.checked);
      }}
    />
  );
}

const RenameDialog = lazyPage(async () => (await import('./rename_dialog')).RenameDialog);
const CompareFlyout = lazyPage(async () => (await import('./compare_flyout')).CompareFlyout);

/** Returns why an action is not possible, or `undefined` if it is. */
type DisabledReason<T> = (items: readonly T[]) => string | undefined;

interface EntityListPageProps<T> {
  readonly resource: ResourceType;
  /** Stable id of the list and its table (`role-list`). */
  readonly id: string;
  readonly testSubject: string;
  /** Paths of the forms. */
  readonly pages: {
    readonly create: string;
    edit(name: string): string;
    duplicate(name: string): string;
  };
  /** Must be a constant. Row ids are the names in the configuration. */
  readonly source: ListSource<T>;
  readonly columns: ReadonlyArray<ListColumn<T>>;
  /** Shown before the common facets. */
  readonly facets?: readonly Facet[];
  readonly title: string;
  readonly description: ReactNode;
  /** Shown between heading and rows. */
  readonly notice?: ReactNode;
  /** Dialogs of the page. */
  readonly children?: ReactNode;
  /** Fields for comparing two entities. */
  readonly comparableFields?: (item: T) => Readonly<Record<string, unknown>>;
  readonly searchLabel: string;
  /** Button that opens the form for a new entity. */
  readonly create: {
    readonly text: ReactNode;
    readonly id?: string;
    readonly testSubject?: string;
  };
  /** Objection to changing or deleting reserved entities. */
  readonly reserved: DisabledReason<T>;
  /** Called with the deleted entities. */
  readonly onDeleted?: (items: readonly T[]) => void;
  /** If absent, all entities can be duplicated. */
  readonly uncopyable?: DisabledReason<T>;
  /** Objection to deleting, in addition to `reserved`. */
  readonly undeletable?: DisabledReason<T>;
  /** Menu actions before the common ones. */
  readonly firstActions?: ReadonlyArray<ListAction<T>>;
  /** Menu actions before "Delete". */
  readonly moreActions?: ReadonlyArray<ListAction<T>>;
  /** Texts of the delete dialog, or a custom dialog. */
  readonly deletion:
    | {
        /** `role(s)`, `user(s)`, … */
        readonly entities: string;
        readonly consequences: (items: readonly T[]) => ReactNode;
        readonly deletedText: (deleted: Deleted) => string;
      }
    | ComponentType<OwnDeletionProps<T>>;
}

export interface OwnDeletionProps<T> {
  readonly items: readonly T[];
  /** @param deleted - deleted names; empty if nothing was done */
  readonly onClose: (deleted: readonly string[]) => void;
}

export function EntityListPage<T extends object>(props: EntityListPageProps<T>): ReactElement {
  if (useFeature('find')) return <EntityList {...props} />;
  return (
    <MissingFeature
      title={props.title}
      reason={t(
        'security.list.missing',
        "This server's backend has no lists that can be searched. Use its REST API instead."
      )}
    />
  );
}

/** What the common actions open. */
interface ActionTargets<T> {
  readonly remove: (items: readonly T[]) => void;
  readonly rename: (item: T) => void;
  readonly compare: (items: readonly T[]) => void;
}

/** Actions of every list of entities, between those of the page. */
function useEntityActions<T extends object>(
  props: EntityListPageProps<T>,
  { remove, rename, compare }: ActionTargets<T>
): ReadonlyArray<ListAction<T>> {
  const { source, pages, reserved, undeletable, resource, comparableFields } = props;
  const { history } = useAdmin().kit.services;
  const renameReason = useRenameReason();
  const endpoint = endpointFor(resource);
  const lackingText = useLackingText();
  const lacking = (method: 'PUT' | 'DELETE') => lackingText([`${method} ${endpoint}`]);
  const open =
    (path: (name: string) => string) =>
    ([item]: readonly T[]) => {
      if (item) history.push(path(source.idOf(item)));
    };
  const renameAction: ListAction<T> | undefined = isRenamable(resource)
    ? {
        id: 'rename',
        label: renameLabel(),
        iconType: 'tag',
        isForOne: true,
        run: ([item]) => item && rename(item),
        disabledReason: (items) => renameReason(resource) ?? reserved(items),
      }
    : undefined;
  const compareAction: ListAction<T> | undefined = comparableFields && {
    id: 'compare',
    label: t('security.list.compare', 'Compare'),
    iconType: 'compare',
    run: compare,
    disabledReason: selectTwoReason,
  };
  return [
    ...(props.firstActions ?? []),
    {
      id: 'edit',
      label: t('security.common.edit', 'Edit'),
      iconType: 'pencil',
      isForOne: true,
      run: open(pages.edit),
      disabledReason: (items) => lacking('PUT') ?? reserved(items),
    },
    {
      id: 'duplicate',
      label: t('security.common.duplicate', 'Duplicate'),
      iconType: 'copy',
      isForOne: true,
      run: open(pages.duplicate),
      disabledReason: (items) => lacking('PUT') ?? props.uncopyable?.(items),
    },
    ...(renameAction ? [renameAction] : []),
    ...(compareAction ? [compareAction] : []),
    ...(props.moreActions ?? []),
    {
      id: 'delete',
      label: t('security.common.delete', 'Delete'),
      iconType: 'trash',
      run: remove,
      disabledReason: (items) => lacking('DELETE') ?? undeletable?.(items) ?? reserved(items),
    },
  ];
}

function EntityList<T extends object>(props: EntityListPageProps<T>): ReactElement {
  const { source, create, resource, comparableFields } = props;
  const link = useLink();
  const list = useList(source);
  const mayChange = useMay()([`PUT ${endpointFor(resource)}`]);
  const [toDelete, setToDelete] = useState<readonly T[]>();
  const [toRename, setToRename] = useState<T>();
  const [toCompare, setToCompare] = useState<readonly T[]>([]);
  const actions = useEntityActions(props, {
    remove: setToDelete,
    rename: (item) => setToRename(item),
    compare: setToCompare,
  });
  const close = (deleted: readonly string[]) => {
    setToDelete(undefined);
    list.deselect(deleted);
    const deletedItems = toDelete?.filter((item) => deleted.includes(source.idOf(item))) ?? [];
    if (deletedItems.length > 0) props.onDeleted?.(deletedItems);
  };
  return (
    <ListPage<T>
      id={props.id}
      title={props.title}
      description={props.description}
      notice={props.notice}
      list={list}
      searchLabel={props.searchLabel}
      facets={props.facets ?? []}
      toolbar={<ReservedSwitch list={list} />}
      columns={props.columns}
      actions={actions}
      create={
        mayChange && (
          <EuiButton
            fill
            iconType="plusCircle"
            {...link(props.pages.create)}
            id={create.id}
            data-test-subj={create.testSubject}
          >
            {create.text}
          </EuiButton>
        )
      }
      data-test-subj={props.testSubject}
    >
      {toRename && isRenamable(resource) && (
        <Suspense fallback={null}>
          {' '}
          <RenameDialog
            resource={resource}
            name={source.idOf(toRename)}
            onClose={() => {
              setToRename(undefined);
              list.deselect([source.idOf(toRename)]);
            }}
          />
        </Suspense>
      )}
      {toDelete && <Deletion {...props} items={toDelete} onClose={close} />}
      {comparableFields && toCompare[0] && toCompare[1] && (
        <Suspense fallback={null}>
          <CompareFlyout
            first={{ name: source.nameOf(toCompare[0]), fields: comparableFields(toCompare[0]) }}
            second={{ name: source.nameOf(toCompare[1]), fields: comparableFields(toCompare[1]) }}
            onClose={() => setToCompare([])}
          />
        </Suspense>
      )}
      {props.children}
    </ListPage>
  );
}

const isRenamable = (resource: ResourceType): resource is Renamable =>
  resource === 'roles' || resource === 'actiongroups' || resource === 'tenants';

const selectTwoReason = (items: readonly unknown[]): string | undefined =>
  items.length === 2 ? undefined : t('security.list.notTwo', 'Select two to compare them.');

function Deletion<T extends object>({
  resource,
  source,
  deletion,
  items,
  onClose,
}: Pick<EntityListPageProps<T>, 'resource' | 'source' | 'deletion'> &
  OwnDeletionProps<T>): ReactElement {
  if (typeof deletion === 'function') {
    const Own = deletion;
    return <Own items={items} onClose={onClose} />;
  }
  return (
    <ResourceDeleteDialog
      resource={resource}
      items={items.map((item) => ({ id: source.idOf(item), name: source.nameOf(item) }))}
      entities={deletion.entities}
      consequences={deletion.consequences(items)}
      deletedText={deletion.deletedText}
      onClose={onClose}
    />
  );
}
