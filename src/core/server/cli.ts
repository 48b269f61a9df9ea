/** Command line of the server: parses arguments, starts the process and stops it cleanly. */
import { HELP, parseArguments } from './config';
import { prepareSecondCluster, type SecondCluster } from './demonstration';
import { findRoot, versionLine } from './environment';
import { STACK_FRAMES } from './plugins';
import { Server } from './server';
import { EXIT_FAILURE, StartError } from './start_error';

/** Resolves when the server accepts requests. The process then runs until a signal. */
export async function main(argv: readonly string[]): Promise<void> {
  let server: Server | undefined;
  let second: SecondCluster | undefined;
  try {
    const args = parseArguments(argv);
    if (args.isHelp) {
      process.stdout.write(HELP);
      return;
    }
    if (args.isVersion) {
      process.stdout.write(versionLine(findRoot(__dirname)));
      return;
    }
    const { env, stdout } = process;
    if (args.isDemo && !args.isCheck) second = await prepareSecondCluster({ args, env });
    const settings = [...(second?.settings ?? []), ...args.settings];
    server = new Server({ args: { ...args, settings }, env, stdout });
    if (args.isCheck) {
      stdout.write(await server.checkConfig());
      return;
    }
    handleEnd(server, second);
    await server.start();
    await second?.start().catch((error: unknown) => {
      process.stderr.write(`The second cluster did not start: ${startFailure(error)}\n`);
    });
  } catch (error) {
    process.stderr.write(`${startFailure(error)}\n`);
    await Promise.allSettled([server?.stop(), second?.stop()]);
    process.exit(error instanceof StartError ? error.exitCode : EXIT_FAILURE);
  }
}

/** Errors that the administrator can fix are one line; internal errors include the stack. */
function startFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** @param second - ends after the first, which calls it */
function handleEnd(server: Server, second: SecondCluster | undefined): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // A second signal stops the server immediately.
    if (isStopping) process.exit(EXIT_FAILURE);
    isStopping = true;
    server
      .stop(`received ${signal}`)
      .then(() => second?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => crash(error)
      );
  };
  const crash = (error: unknown) => {
    server.logFatal(error instanceof Error ? error : new Error(String(error)));
    process.exit(EXIT_FAILURE);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('SIGHUP', () => void server.reload().catch(crash));
  // A closed terminal or log collector must not crash the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, STACK_FRAMES);
  const crashUnlessOfPlugin = (error: unknown) => {
    if (!server.survives(error)) crash(error);
  };
  process.on('uncaughtException', crashUnlessOfPlugin);
  process.on('unhandledRejection', crashUnlessOfPlugin);
}
