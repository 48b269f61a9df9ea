/**
 * `POST /api/v1/configuration_files/{kind}/_plan`: what the entries of a file would change. `POST
 * /api/v1/configuration_files/_import`: changes entries, atomically if the backend supports it
 * (`BackendFeatures.changeSets`), otherwise sequentially, continuing after errors; with `trial` as
 * a dry run. Both use the caller's own permissions. Needs API access. Errors: 400 invalid body, 413
 * too many changes, 501 a kind that the backend lacks; errors of single entries are part of the
 * response.
 */
import { CodedError, CLUSTER_REQUEST_ERRORS } from '@sd/contracts';
import { IMPORT_ENTRIES, PLAN_IMPORT, SECURITY_ERRORS } from '../../common';
import { applyChanges, applyOptions } from '../changes/apply';
import { planEntries } from '../changes/plan';
import { requireKind } from './configuration_files';
import type { RouteDeps } from './shared/route_deps';

export function registerConfigurationImport(deps: RouteDeps): void {
  const { handle, clusters } = deps;

  handle(PLAN_IMPORT, ({ params, body, engine, request }) => {
    requireKind(deps, request, params.kind);
    return planEntries(engine, { ...body, kind: params.kind });
  });

  handle(IMPORT_ENTRIES, async ({ body, engine, request }) => {
    for (const { kind } of body.changes) requireKind(deps, request, kind);
    const id = clusters.idOf(request);
    const cluster = clusters.list(request).find((one) => one.id === id);
    const asks = cluster?.environment === 'production' || cluster?.confirm_changes;
    if (cluster && asks && !body.trial && !clusters.confirms(request, cluster.id))
      throw new CodedError(CLUSTER_REQUEST_ERRORS.clusterUnconfirmed, { id: cluster.id });
    const { changes, finding, trial: isDryRun } = body;
    const work = () => applyChanges(engine, changes, applyOptions(request, isDryRun));
    if (finding === undefined || isDryRun) return work();
    const cause = await deps.causeOf()?.(request, { changes, finding });
    if (!cause) throw new CodedError(SECURITY_ERRORS.unknownFinding);
    return deps.because(cause, work);
  });
}
