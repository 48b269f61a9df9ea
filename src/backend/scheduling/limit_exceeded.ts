/**
 * A question asks for more than the engine answers at once. The answer is 400 with the text, which
 * names the limit.
 */
export class LimitExceededError extends Error {}
