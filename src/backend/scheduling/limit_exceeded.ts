/** A request exceeds a limit of the engine: 400 with this text, which names the limit. */
export class LimitExceededError extends Error {}
