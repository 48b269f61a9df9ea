/**
 * Records that change requests were applied. The changes are made before that, so a server that
 * ends between the two leaves a request open whose changes are made. The start of a server finds
 * those and records them under the name of the user who approved them.
 */
import { compareEntry } from '@sd/contracts';
import type { InternalOperations, Logger } from '@sd/core/server';
import type { ChangeRequestStore, StoredRequest } from './change_request_store';

/** Between attempts while the backend cannot be reached. */
const RETRY_MS = 10_000;

interface AppliedRequestsDeps {
  readonly requests: ChangeRequestStore;
  readonly configuration: InternalOperations['configuration'];
  readonly announce: (request: StoredRequest) => void;
  readonly logger: Logger;
}

export class AppliedRequests {
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly deps: AppliedRequestsDeps) {}

  start(): void {
    this.running = this.recordInterrupted().catch((error: unknown) => {
      this.deps.logger.warn('Interrupted approvals could not be looked for. Trying again.', {
        reason: String(error),
      });
      if (this.isStopped) return;
      this.timer = setTimeout(() => this.start(), RETRY_MS);
      this.timer.unref();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  async record(
    request: StoredRequest,
    approval: Omit<NonNullable<StoredRequest['applying']>, 'at'>
  ): Promise<StoredRequest> {
    const { requests, announce, logger } = this.deps;
    const applied = await requests.applied(request, approval);
    announce(applied);
    logger.info('A change request was applied.', { by: approval.by, id: request.id });
    return applied;
  }

  private async recordInterrupted(): Promise<void> {
    const { requests, configuration } = this.deps;
    const interrupted = (await requests.list()).filter((one) => requests.isInterrupted(one));
    if (interrupted.length === 0) return;
    const snapshot = await configuration();
    for (const request of interrupted) {
      const isMade = request.changes.every(({ kind, name, entry }) => {
        const found = snapshot?.entries.get(kind)?.get(name);
        return compareEntry(kind, name, found, entry ?? undefined).action === 'same';
      });
      if (isMade && request.applying) await this.record(request, request.applying);
    }
  }
}
