/** Limits of findings: what a check of the configuration reports. */
export const FINDINGS_LIMITS = {
  /** Findings per response, the worst first. `total` counts all of them. */
  perResponse: 1_000,
  /** Names that a sentence lists; it counts the others. */
  namesListed: 5,
  /** Users that a broken guardrail lists; it counts all. */
  usersListed: 50,
  /** UTF-16 code units of all prepared changes of a response. Later findings have none. */
  changeLength: 1_048_576,
  /** Ways to fix one finding, and the users that one of them changes. */
  choices: 3,
  usersChanged: 100,
  /** UTF-16 code units of the sentence that a change keeps about the finding that it fixes. */
  causeLength: 1_000,
  /** UTF-16 code units of the id of a finding; a longer one ends in its hash. */
  idLength: 300,
  /** UTF-16 code units of the reason for an acceptance. */
  reasonLength: 1_000,
  /** Days until an acceptance ends. */
  acceptanceDays: 366,
  /** Findings per cluster whose first time and acceptance are stored, the worst first. */
  recorded: 500,
  /** Days that a finding which is gone keeps its first time and acceptance. */
  keptDays: 30,
  /** Milliseconds that a result is reused for the same caller, unless a new one is asked for. */
  freshMs: 30_000,
  /** Results in memory, and those whose entries stay there so that the next check is short. */
  kept: 16,
  keptWithEntries: 4,
  /** Changed entries of a type that are read one by one; with more, all are read. */
  readAgain: 100,
  /** Concurrent checks, and further ones that wait. Beyond: 429. */
  running: 2,
  waiting: 20,
  /** Milliseconds per time slice of a check, and of work per check. */
  sliceMs: 5,
  workMs: 30_000,
} as const;
