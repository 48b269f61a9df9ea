/**
 * Measures the strength of a password with zxcvbn-ts, on a worker thread: some passwords of 100
 * characters take most of a second.
 */
import { zxcvbn, zxcvbnOptions } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export interface StrengthRequest {
  readonly password: string;
  /** Treated as a word that is easily guessed. */
  readonly userName?: string;
}

export interface PasswordEstimate {
  /** 0 (guessed immediately) to 4. */
  readonly score: number;
  readonly containsUserName: boolean;
}

zxcvbnOptions.setOptions({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });

export function run({ password, userName }: StrengthRequest): PasswordEstimate {
  const { score, sequence } = zxcvbn(password, userName === undefined ? [] : [userName]);
  return {
    score,
    containsUserName: sequence.some((match) => match['dictionaryName'] === 'userInputs'),
  };
}
