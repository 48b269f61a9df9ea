/** The engine is unreachable. */
export class EngineUnavailableError extends Error {
  readonly code = 'security.backend_unavailable';
  constructor(cause: unknown) {
    super('The security engine could not be reached.', { cause });
  }
}

/** @throws {EngineUnavailableError} for every error of the call */
export async function withEngine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new EngineUnavailableError(error);
  }
}
