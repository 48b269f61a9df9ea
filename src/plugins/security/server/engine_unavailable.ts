/** The engine is unreachable. */
export class EngineUnavailableError extends Error {
  readonly code = 'security.backend_unavailable';
  constructor(cause: unknown) {
    super('The security engine could not be reached.', { cause });
  }
}

/** @returns the cause, if it says what the response is: core answers with it when it is thrown */
export const answeredByCore = ({ cause }: EngineUnavailableError): Error | undefined =>
  cause instanceof Error && 'response' in cause && cause.response ? cause : undefined;

/** @throws {EngineUnavailableError} for every error of the call */
export async function withEngine<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new EngineUnavailableError(error);
  }
}
