/**
 * What pages and dialogs of other plugins share with those of the Security app. They get it by
 * `security.adminParts()`, and use it inside the app.
 */
export {
  actorLabel,
  entryLabel,
  kindLabel,
  outsideLabel,
  subjectLabel,
} from '../../components/history/change_texts';
export { ClusterCredentials } from '../../components/clusters/cluster_frame';
export {
  clusterName,
  environmentColor,
  environmentText,
} from '../../components/clusters/environment';
export { EntityPicker } from '../../components/form/entity_picker';
export { fieldChanges } from '../../components/history/field_changes';
export { FieldDifferences } from '../../components/history/field_differences';
export { fieldLabel } from '../../components/history/field_labels';
export { HISTORY_PAGES } from '../../components/history/history_pages';
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
export { ReviewFailure } from '../../components/review/review_failure';
export { ReviewTable } from '../../components/review/review_table';
export { type Review, useReview } from '../../components/review/use_review';
export { useAdmin } from '../../services/admin_context';
export { listClusters, needsLogin, onCluster } from '../../services/clusters';
export { download } from '../../services/download';
export { useReleaseFact } from '../../services/features';
export {
  confirmedTogether,
  type ConfirmLockout,
  lockoutOf,
} from '../../services/lockout_confirmation';
export { ADMIN_ROUTE } from '../../services/paths';
export { SECURITY_KEY } from '../../services/query_keys';
export { missingRightText, rightToChange, useMay } from '../../services/rights';
export { NoSuchPage } from './not_found';
export { USER_PAGES } from './paths';

export const loadConfirmLockout = async () =>
  (await import('../../components/lockout_dialog')).confirmLockout;
