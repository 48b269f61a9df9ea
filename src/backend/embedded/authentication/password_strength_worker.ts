/**
 * Strength of a password, for a thread of its own: some passwords of 100 characters take most of a
 * second.
 *
 * Measured by zxcvbn-ts, a maintained port of the estimator the engine uses; its dictionaries are
 * some 20 MiB in memory.
 */
import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export interface StrengthRequest {
  readonly password: string;
  /** Counts as a word that is easily guessed. */
  readonly userName?: string;
}

export interface PasswordEstimate {
  /** 0 (guessed at once) to 4. */
  readonly score: number;
  readonly holdsUserName: boolean;
}

zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });

export function run({ password, userName }: StrengthRequest): PasswordEstimate {
  const { score, sequence } = zxcvbn(password, userName === undefined ? [] : [userName]);
  return {
    score,
    holdsUserName: sequence.some((match) => match['dictionaryName'] === 'userInputs'),
  };
}
