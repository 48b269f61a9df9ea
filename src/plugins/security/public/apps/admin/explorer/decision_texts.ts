/** Texts of access decisions; the codes are those of `contracts/api/decision.ts`. */
import type { DecisionReason, Effect, ExplainedDecision, Outcome } from '@sd/contracts';
import { i18n } from '@sd/core/public';

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'allowed':
      return i18n.translate('security.explorer.allowed', { defaultMessage: 'Allowed' });
    case 'partial':
      return i18n.translate('security.explorer.partial', { defaultMessage: 'Allowed in part' });
    case 'denied':
      return i18n.translate('security.explorer.denied', { defaultMessage: 'Denied' });
  }
}

export function effectText(effect: Effect): string {
  switch (effect) {
    case 'execute':
      return i18n.translate('security.explorer.execute', {
        defaultMessage: 'The cluster runs the request.',
      });
    case 'reduce':
      return i18n.translate('security.explorer.reduce', {
        defaultMessage: 'The cluster runs the request on the permitted indices only.',
      });
    case 'empty':
      return i18n.translate('security.explorer.empty', {
        defaultMessage: 'The cluster answers as if there were nothing.',
      });
    case 'refuse':
      return i18n.translate('security.explorer.refuse', {
        defaultMessage: 'The cluster refuses the request with 403.',
      });
  }
}

export function reasonText({ reason, missing_actions: missing }: ExplainedDecision): string {
  const values = { actions: missing.join(', ') };
  switch (reason) {
    case 'granted':
      return i18n.translate('security.explorer.granted', {
        defaultMessage: 'The roles of this person permit all that is asked.',
      });
    case 'reduced':
    case 'emptied':
      return i18n.translate('security.explorer.reduced', {
        defaultMessage:
          'Not all indices are permitted; the cluster is set to leave the others out.',
      });
    case 'no_roles':
      return i18n.translate('security.explorer.noRoles', {
        defaultMessage: 'This person has no role.',
      });
    case 'missing_cluster_permission':
      return i18n.translate('security.explorer.missingCluster', {
        defaultMessage: 'No role gives the cluster permission {actions}.',
        values,
      });
    case 'missing_index_permission':
      return i18n.translate('security.explorer.missingIndex', {
        defaultMessage: 'No role gives {actions} on all of these indices.',
        values,
      });
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
      return i18n.translate('security.explorer.serviceAccount', {
        defaultMessage: 'Service accounts hold no cluster permissions, whatever their roles say.',
      });
    case 'security_index':
      return i18n.translate('security.explorer.securityIndex', {
        defaultMessage:
          'Nobody changes the index of the security configuration, whatever the roles say.',
      });
    case 'restriction_error':
      return i18n.translate('security.explorer.restrictionError', {
        defaultMessage: 'A document query or a mask cannot be applied.',
      });
    case 'refused_under_restrictions':
      return i18n.translate('security.explorer.underRestrictions', {
        defaultMessage:
          'Such requests are refused while documents or fields of the index are held back.',
      });
    case 'tenancy_disabled':
      return i18n.translate('security.explorer.tenancyOff', {
        defaultMessage: 'Multi-tenancy is off.',
      });
    case 'private_tenant_disabled':
      return i18n.translate('security.explorer.privateOff', {
        defaultMessage: 'Private tenants are off.',
      });
    case 'tenant_missing':
      return i18n.translate('security.explorer.tenantMissing', {
        defaultMessage: 'There is no such tenant.',
      });
    case 'tenant_not_granted':
      return i18n.translate('security.explorer.tenantNotGranted', {
        defaultMessage: 'No role gives access to the tenant.',
      });
    case 'tenant_read_only':
      return i18n.translate('security.explorer.tenantReadOnly', {
        defaultMessage: 'The tenant may be read only.',
      });
  }
}
