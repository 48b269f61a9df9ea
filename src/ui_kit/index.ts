/** The UI kit: list pages, forms and frames for the screens of all apps. Its only entry point. */
export { createKit, type Kit, type KitOptions } from './kit/create_kit';
export { type Draft, draftAddress, Drafts } from './kit/drafts';
export {
  type Crumb,
  KitProvider,
  type KitProviderProps,
  type KitServices,
  useKit,
} from './kit/kit_context';
export { renderKitApp } from './kit/render_kit_app';
export { createKitMemory, type ListStorage } from './kit/list_storage';
export { createQueries, type QueryClient } from './queries/query_client';
export { QueryProvider } from './queries/query_provider';
export {
  type ChangedOptions,
  type Read,
  type ReadKey,
  readOnce,
  type ReadOptions,
  useChanged,
  useServerQuery,
} from './queries/use_server_query';
export { AppFrame, type AppFrameProps } from './frame/app_frame';
export { lazyPage } from './frame/lazy_page';
export { LoadError, type LoadErrorProps } from './frame/load_error';
export {
  NotFoundPage,
  type NotFoundPageProps,
  NotFoundPrompt,
  type NotFoundPromptProps,
} from './frame/not_found';
export { PageBoundary, type PageBoundaryProps } from './frame/page_boundary';
export { isMissingBundle, PageFailure, type PageFailureProps } from './frame/page_failure';
export { PageHeader, type PageHeaderProps } from './frame/page_header';
export {
  type PageHelp,
  PageHelpLinks,
  PageHelpProvider,
  type PageHelpProviderProps,
} from './frame/page_help';
export { PageLoading } from './frame/page_loading';
export { Panel, type PanelProps } from './frame/panel';
export { SideNav, type SideNavEntry, type SideNavGroup, type SideNavProps } from './frame/side_nav';
export { type LinkProps, useLink } from './frame/use_link';
export { useAppLocation } from './frame/use_location';
export { usePage } from './frame/use_page';
export { type ActionItem, ActionsMenu, type ActionsMenuProps } from './list/actions_menu';
export type { Facet, FacetOption } from './list/facet_types';
export { actionItems, type ListAction } from './list/list_actions';
export { ListPage, type ListPageProps } from './list/list_page';
export type { ListAddress, ListState } from './list/list_state';
export { RowMenu, type RowMenuProps } from './list/row_menu';
export { ListTable, type ListTableProps } from './list/list_table';
export { ListToolbar, type ListToolbarProps } from './list/list_toolbar';
export { Table } from './list/table';
export type { TableColumn, TableProps } from './list/table_types';
export { CHECK, LOCK, PENCIL } from './list/table_icons';
export { type ChosenColumns, type ListColumn, useColumns } from './list/use_columns';
export { type List, type ListPageData, type ListSource, useList } from './list/use_list';
export type { ChangeListState } from './list/use_list_state';
export {
  type BulkItem,
  type BulkResult,
  type BulkRun,
  deleteEach,
  isDeleted,
} from './dialogs/bulk';
export { DeleteDialog, type DeleteDialogProps } from './dialogs/delete_dialog';
export { FormDialog, type FormDialogProps } from './dialogs/form_dialog';
export { ShareDialog, type ShareDialogProps } from './dialogs/share_dialog';
export { type FormDraft, useDraft } from './forms/use_draft';
export { Actions, type ActionsProps } from './controls/actions';
export { ChangedTime, type ChangedTimeProps } from './controls/changed_time';
export { comboPopover } from './controls/combo_popover';
export { DASH } from './controls/dash';
export { Facts, type FactsProps } from './controls/facts';
export { sentenceText } from './controls/sentence_text';
export { WrappingText } from './controls/wrapping_text';
export { TruncatedList, type TruncatedListProps } from './controls/truncated_list';
export { ObjectType, objectTypeLabel, type ObjectTypeProps } from './saved_objects/object_type';
export { openAddress, type OpenWith } from './saved_objects/open_address';
export { toPrefixSearch } from './saved_objects/prefix_search';
export {
  type Edited,
  type EditInput,
  type EditLoadFailure,
  type EditNeed,
  EditPage,
  type EditPageProps,
  useEdited,
} from './forms/edit_page';
export { FORM_WIDTH_PX, FormFrame, type FormFrameProps } from './forms/form_frame';
export { FormAside, type FormAsideProps } from './forms/form_aside';
export { SaveBarNote, type SaveBarNoteProps } from './forms/save_bar_note';
export type {
  FailureLink,
  FormDataSource,
  FormProblems,
  PrefilledValues,
  SaveError,
  SaveCondition,
  Version,
} from './forms/form_types';
export { OptionalMark } from './forms/optional_mark';
export { PasswordField, type PasswordFieldProps } from './forms/password_field';
export { FieldRows, type FieldRowsProps, type Rows, type RowsProps, useRows } from './forms/rows';
export { SaveBar, type SaveBarProps } from './forms/save_bar';
export { SelectField, type SelectFieldProps } from './forms/select_field';
export {
  type ComboOptions,
  DESCRIBED_OPTIONS,
  TextCombo,
  type TextComboProps,
} from './forms/text_combo';
export { TextField, type TextFieldProps } from './forms/text_field';
export type {
  CheckedEntity,
  EntityForm,
  EntityFormOptions,
  FormConflict,
  SaveFailure,
} from './forms/entity_form_types';
export { useEntityForm } from './forms/use_entity_form';
export { type Field, type FieldProps, useField } from './forms/use_field';
export {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useFormState,
  useWatch,
} from 'react-hook-form';
