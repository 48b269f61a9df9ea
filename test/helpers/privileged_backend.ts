/** The embedded backend as the security plugin gets it, for tests of a part of the plugin. */
import { afterEach } from '@jest/globals';
import { getViews } from '../../src/core/server/backend';
import type { PrivilegedBackend } from '../../src/core/server';
import { openEmbeddedBackend, type EmbeddedEngine } from '../../src/backend/embedded';
import { SILENT_LOG } from '../../src/backend/api/log';
import { ADMIN, connectedCluster } from './security_server';
import { temporaryFolder } from './temporary_folder';

export interface OpenedBackend {
  readonly backend: PrivilegedBackend;
  readonly engine: EmbeddedEngine;
}

const opened: Array<{ stop(): Promise<void> }> = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

/** With the user `admin`. It stops after the test. */
export async function openPrivilegedBackend(): Promise<OpenedBackend> {
  const { backend } = await openEmbeddedBackend({
    dataDir: temporaryFolder(),
    initialAdminPassword: ADMIN.password,
  });
  opened.push(backend);
  const absent = () => Promise.reject(new Error('There are no files.'));
  const { privileged } = getViews(
    backend,
    async (connection, guardrails) => connectedCluster(connection, guardrails, SILENT_LOG),
    { parse: absent, change: absent },
    SILENT_LOG
  );
  const certificates = { addCertificates: () => undefined, endingCertificates: () => [] };
  return { backend: { ...privileged, ...certificates }, engine: backend.engine };
}
