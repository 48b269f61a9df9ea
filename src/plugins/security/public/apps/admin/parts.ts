/**
 * What pages and dialogs of other plugins share with those of the Security app. They get it by
 * `security.adminParts()`, and use it inside the app.
 */
export { API_KEYS_KEY } from './api_keys/api_key_source';
export {
  API_KEYS_PAGE,
  AUDIT_PAGES,
  AUTH_PAGE,
  GROUP_PAGES,
  ROLE_PAGES,
  START_PAGE,
  TENANT_PAGES,
  USER_PAGES,
} from './paths';
export { RemoveRolesDialog } from './users/user_roles_tab';
export { NotConsidered } from '../../components/access/not_considered';
export { RequireFactorsOfRoles } from '../../components/factor_requirement';
export { EntityCombo } from '../../components/form/entity_combo';
export {
  actorLabel,
  entryLabel,
  kindLabel,
  outsideLabel,
  subjectLabel,
  timeLabel,
} from '../../components/history/change_texts';
export { FlagField } from './authentication/flag_field';
export { EntityPicker } from '../../components/form/entity_picker';
export { fieldChanges } from '../../components/history/field_changes';
export { FieldDifferences } from '../../components/history/field_differences';
export { fieldLabel } from '../../components/history/field_labels';
export { HISTORY_PAGES } from '../../components/history/history_pages';
export { OutsideBadge } from '../../components/history/outside_badge';
export { LinkedPages } from '../../components/linked_pages';
export { MissingFeature } from '../../components/missing_feature';
export { OnCluster } from '../../components/on_cluster';
export { PagedTable } from '../../components/paged_table';
export {
  listErrors,
  planChanges,
  type PlanItem,
  type ReviewItem,
} from '../../components/review/plan';
export { PlanReview } from '../../components/review/plan_review';
export { FileProblemError, readFile, readTexts } from '../../components/review/read_files';
export { listChanges, revertTogether } from '../../components/review/revert_together';
export { PlanImpact } from '../../components/review/plan_effects';
export { PreparedChange } from '../../components/review/prepared_change';
export { ReviewFailure } from '../../components/review/review_failure';
export { ReviewTable } from '../../components/review/review_table';
export { type Review, useReview } from '../../components/review/use_review';
export { useAdmin } from '../../services/admin_context';
export {
  clusterName,
  confirmChange,
  isConnected$,
  needsLogin,
  onCluster,
} from '../../services/clusters';
export { addVersion } from '../../services/entity_client';
export { download } from '../../services/download';
export { useFeature, useReleaseFact } from '../../services/features';
export {
  confirmedTogether,
  type ConfirmLockout,
  findLockout,
} from '../../services/lockout_confirmation';
export { ADMIN_ROUTE } from '../../services/paths';
export { resourceKey, SECURITY_KEY } from '../../services/query_keys';
export {
  missingRightText,
  rightToChange,
  useLackingText,
  useMay,
  useMayOpen,
} from '../../services/rights';
export { isRemovable } from '../../services/role_membership';
export { useDebouncedValue } from '../../services/use_debounced_value';
export { NoSuchPage } from './not_found';

export const loadConfirmLockout = async () =>
  (await import('../../components/lockout_dialog')).confirmLockout;
