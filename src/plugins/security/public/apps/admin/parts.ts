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
export { fieldChanges } from '../../components/history/field_changes';
export { FieldDifferences } from '../../components/history/field_differences';
export { fieldLabel } from '../../components/history/field_labels';
export { HISTORY_PAGES } from '../../components/history/history_pages';
export { MissingFeature } from '../../components/missing_feature';
export { PagedTable } from '../../components/paged_table';
export { listErrors, type ReviewItem } from '../../components/review/plan';
export { PlanImpact } from '../../components/review/plan_effects';
export { ReviewFailure } from '../../components/review/review_failure';
export { ReviewTable } from '../../components/review/review_table';
export { type Review, useReview } from '../../components/review/use_review';
export { useAdmin } from '../../services/admin_context';
export { confirmedTogether, type ConfirmLockout } from '../../services/lockout_confirmation';
export { SECURITY_KEY } from '../../services/query_keys';
export { missingRightText, rightToChange, useMay } from '../../services/rights';
export { NoSuchPage } from './not_found';
