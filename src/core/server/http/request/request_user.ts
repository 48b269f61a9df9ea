/** The verified user of each request, for the access log. */
import type { FastifyRequest } from 'fastify';

const users = new WeakMap<FastifyRequest, string>();

/** Names the user of a request whose handler verified the credentials itself. */
export const identifyRequest = (request: FastifyRequest, userName: string): void =>
  void users.set(request, userName);

export const readRequestUser = (request: FastifyRequest): string | undefined => users.get(request);
