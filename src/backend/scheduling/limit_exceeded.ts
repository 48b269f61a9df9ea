/**
 * A request exceeds a limit of the engine. The response is 400 with this text, which names the
 * limit.
 */
export class LimitExceededError extends Error {}
