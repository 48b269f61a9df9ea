/** Texts of access decisions; the codes are those of `contracts/api/decision.ts`. */
import type {
  DecisionReason,
  Effect,
  ExplainedDecision,
  IndexDependence,
  Outcome,
} from '@sd/contracts';
import { t } from '@sd/core/public';

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'allowed':
      return t('security.explorer.allowed', 'Allowed');
    case 'partial':
      return t('security.explorer.partial', 'Partly allowed');
    case 'denied':
      return t('security.explorer.denied', 'Denied');
  }
}

export function effectText(effect: Effect): string {
  switch (effect) {
    case 'execute':
      return t('security.explorer.execute', 'The cluster runs the request.');
    case 'reduce':
      return t(
        'security.explorer.reduce',
        'The cluster runs the request on the allowed indices only.'
      );
    case 'empty':
      return t('security.explorer.empty', 'The cluster returns an empty result.');
    case 'refuse':
      return t('security.explorer.refuse', 'The cluster refuses the request (403).');
  }
}

/** One sentence for each of the cases on which the decision depends. */
export const dependenceTexts = (dependence: IndexDependence): readonly string[] => [
  t('security.explorer.ifAll', 'If all indices that match are permitted, or none match: {effect}', {
    effect: effectText(dependence.if_all),
  }),
  t('security.explorer.ifSome', 'If only some of them are permitted: {effect}', {
    effect: effectText(dependence.if_some),
  }),
  t('security.explorer.ifNone', 'If none of them is permitted: {effect}', {
    effect: effectText(dependence.if_none),
  }),
];

export function reasonText({
  reason,
  missing_actions: missing,
  denied_indices: denied,
}: ExplainedDecision): string {
  const values = { actions: missing.join(', '), index: denied[0] ?? '' };
  switch (reason) {
    case 'granted':
      return t('security.explorer.granted', 'The roles allow everything the request needs.');
    case 'reduced':
    case 'emptied':
      return t(
        'security.explorer.reduced',
        'Some indices are not allowed. The cluster is configured to leave them out.'
      );
    case 'no_roles':
      return t('security.common.thisUserHasNoRoles', 'This user has no roles.');
    case 'missing_cluster_permission':
      return t(
        'security.explorer.missingCluster',
        'No role grants the cluster permission {actions}.',
        values
      );
    case 'missing_index_permission':
      if (denied.length === 1)
        return t(
          'security.explorer.missingOneIndex',
          'No role grants {actions} on {index}.',
          values
        );
      return t(
        'security.explorer.missingIndex',
        'No role grants {actions} on all of these indices.',
        values
      );
    default:
      return specialReason(reason);
  }
}

type DescribedReason =
  | 'granted'
  | 'reduced'
  | 'emptied'
  | 'no_roles'
  | 'missing_cluster_permission'
  | 'missing_index_permission';

function specialReason(reason: Exclude<DecisionReason, DescribedReason>): string {
  switch (reason) {
    case 'service_account':
      return t(
        'security.explorer.serviceAccount',
        'Service accounts have no cluster permissions, regardless of their roles.'
      );
    case 'security_index':
      return t(
        'security.explorer.securityIndex',
        'No one can change the security index directly, regardless of roles.'
      );
    case 'restriction_error':
      return t(
        'security.explorer.restrictionError',
        "A document query or anonymization can't be applied."
      );
    case 'refused_under_restrictions':
      return t(
        'security.explorer.underRestrictions',
        'Such requests are refused while documents or fields of the index are restricted.'
      );
    case 'tenancy_disabled':
      return t('security.explorer.tenancyOff', 'Multi-tenancy is off.');
    case 'private_tenant_disabled':
      return t('security.explorer.privateOff', 'Private tenants are off.');
    case 'tenant_missing':
      return t('security.explorer.tenantMissing', "This tenant doesn't exist.");
    case 'tenant_not_granted':
      return t('security.explorer.tenantNotGranted', 'No role grants access to the tenant.');
    case 'tenant_read_only':
      return t('security.explorer.tenantReadOnly', 'The tenant is read-only.');
  }
}
