/** Findings that the server checks by itself, for the contract. */
import { inTime, type PrivilegedBackend, type RequestClusters } from '@sd/core/server';
import type { FindingsConfig } from '../config';
import type { ServerFindings } from '../types';
import { findingOptions } from './finding_options';
import type { FindingRecords } from './finding_records';

interface ServerFindingsDeps {
  readonly config: FindingsConfig;
  readonly backend: Pick<PrivilegedBackend, 'internal' | 'endingCertificates'> & {
    readonly clusters: Pick<RequestClusters, 'stored'>;
  };
  readonly records: FindingRecords;
}

export function createServerFindings(deps: ServerFindingsDeps): ServerFindings {
  const { backend, records } = deps;
  const options = { ...findingOptions(deps.config), isFresh: true };
  return {
    checkHome: () =>
      backend.internal.findings?.({ ...options, certificates: backend.endingCertificates() }),
    connected: () =>
      new Map(
        [...backend.clusters.stored].map(([id, { findings, ...connected }]) => {
          const check = findings && ((limitMs: number) => inTime(limitMs, () => findings(options)));
          return [id, { ...connected, ...(check && { check }) }];
        })
      ),
    withoutAccepted: async (cluster, found) => {
      const known = await records.update(
        cluster,
        found.map(({ id }) => id)
      );
      return found.filter(({ id }) => !known[id]?.accepted);
    },
  };
}
