/** Reads the answers of a cluster. */
import type { Readable } from 'node:stream';
import * as answers from '../../scheduling/answer_reader';
import { ClusterError } from './cluster_error';

/** @throws {ClusterError} `too_large`, or `broken` if the body ends early */
export const readText = (body: Readable, maxBytes: number): Promise<string> =>
  answers.readText(body, maxBytes).catch(throwOfCluster);

/**
 * @returns `undefined` for a text that is no JSON
 * @throws {ClusterError} `malformed` beyond the limits of depth, items and values
 */
export const parseAnswer = (text: string): Promise<unknown> =>
  answers.parseAnswer(text).catch(throwOfCluster);

function throwOfCluster(error: unknown): never {
  if (!(error instanceof answers.AnswerError)) throw error;
  const { trouble, what, cause } = error;
  throw new ClusterError(trouble, `An answer of the cluster ${what}.`, { cause });
}
