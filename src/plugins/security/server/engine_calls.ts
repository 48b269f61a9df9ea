/** Registers the handlers of calls that work on the engine. */
import type { Call } from '@sd/contracts';
import type {
  CallHandler,
  CallInput,
  CallResponder,
  CoreSetup,
  Router,
  ScopedEngineClient,
} from '@sd/core/server';

/** A request of a call, with the engine of the cluster that it concerns. */
interface EngineCallInput<C extends Call> extends CallInput<C> {
  readonly engine: ScopedEngineClient;
}

export interface EngineCalls {
  /** Registers a handler that returns the body of the response. */
  handle<C extends Call>(call: C, handler: CallHandler<C, EngineCallInput<C>>): void;
  /** Registers a handler that returns a complete response. */
  respond<C extends Call>(call: C, handler: CallResponder<C, EngineCallInput<C>>): void;
}

export function engineCalls(
  router: Router,
  asScoped: CoreSetup['engine']['asScoped']
): EngineCalls {
  const withEngine = <C extends Call>(input: CallInput<C>): EngineCallInput<C> => ({
    ...input,
    // Only where it is needed: the header of a request may name an unknown cluster.
    get engine() {
      return asScoped(input.request);
    },
  });
  return {
    handle: (call, handler) => router.handle(call, (input) => handler(withEngine(input))),
    respond: (call, handler) =>
      router.respond(call, (input, response) => handler(withEngine(input), response)),
  };
}
