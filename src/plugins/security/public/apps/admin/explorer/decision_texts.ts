/** Texts of access decisions; the codes are those of `contracts/api/decision.ts`. */
import type { DecisionReason, Effect, ExplainedDecision, Outcome } from '@sd/contracts';
import { t } from '@sd/core/public';

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'allowed':
      return t('security.explorer.allowed', 'Allowed');
    case 'partial':
      return t('security.explorer.partial', 'Allowed in part');
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
        'The cluster runs the request on the permitted indices only.'
      );
    case 'empty':
      return t('security.explorer.empty', 'The cluster answers as if there were nothing.');
    case 'refuse':
      return t('security.explorer.refuse', 'The cluster refuses the request with 403.');
  }
}

export function reasonText({ reason, missing_actions: missing }: ExplainedDecision): string {
  const values = { actions: missing.join(', ') };
  switch (reason) {
    case 'granted':
      return t('security.explorer.granted', 'The roles of this person permit all that is asked.');
    case 'reduced':
    case 'emptied':
      return t(
        'security.explorer.reduced',
        'Not all indices are permitted; the cluster is set to leave the others out.'
      );
    case 'no_roles':
      return t('security.explorer.noRoles', 'This person has no role.');
    case 'missing_cluster_permission':
      return t(
        'security.explorer.missingCluster',
        'No role gives the cluster permission {actions}.',
        values
      );
    case 'missing_index_permission':
      return t(
        'security.explorer.missingIndex',
        'No role gives {actions} on all of these indices.',
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
        'Service accounts hold no cluster permissions, whatever their roles say.'
      );
    case 'security_index':
      return t(
        'security.explorer.securityIndex',
        'Nobody changes the index of the security configuration, whatever the roles say.'
      );
    case 'restriction_error':
      return t(
        'security.explorer.restrictionError',
        'A document query or a mask cannot be applied.'
      );
    case 'refused_under_restrictions':
      return t(
        'security.explorer.underRestrictions',
        'Such requests are refused while documents or fields of the index are held back.'
      );
    case 'tenancy_disabled':
      return t('security.explorer.tenancyOff', 'Multi-tenancy is off.');
    case 'private_tenant_disabled':
      return t('security.explorer.privateOff', 'Private tenants are off.');
    case 'tenant_missing':
      return t('security.explorer.tenantMissing', 'There is no such tenant.');
    case 'tenant_not_granted':
      return t('security.explorer.tenantNotGranted', 'No role gives access to the tenant.');
    case 'tenant_read_only':
      return t('security.explorer.tenantReadOnly', 'The tenant may be read only.');
  }
}
