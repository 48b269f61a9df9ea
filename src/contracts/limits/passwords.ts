/**
 * Limits of passwords and of their hashes. A hash costs what it says of itself, so nobody may store
 * one that costs too much; the costs beside them are those of one verification on a small machine.
 */
export const PASSWORD_LIMITS = {
  /**
   * Cost of bcrypt (2^n rounds); 14 takes 1.1 s, clusters use 12 (0.2 s).
   * `engine.hash.max_bcrypt_cost`
   */
  bcryptCost: 14,
  /**
   * KiB of memory of argon2; twice this would be 0.1 s and 128 MiB.
   * `engine.hash.max_argon2_memory_kib`
   */
  argon2MemoryKib: 65_536,
  /** Passes of argon2; ten over 64 MiB take 0.2 s. `engine.hash.max_argon2_passes` */
  argon2Passes: 10,
  /** Lanes of argon2, each a thread. `engine.hash.max_argon2_lanes` */
  argon2Lanes: 4,
  /**
   * Iterations of PBKDF2; two million of SHA-512 take 0.8 s. `engine.hash.max_pbkdf2_iterations`
   */
  pbkdf2Iterations: 2_000_000,
  /**
   * Passwords hashed at the same time: the standard hash takes 19 MiB, and four threads serve
   * everything.
   */
  hashesRunning: 2,
  /** Sign-ins that wait for their hash: some ten seconds of work; more would only time out. */
  hashesWaiting: 1_000,
  /** The same of one user name at one address, or of one signed-in person. */
  hashesWaitingPerName: 250,
} as const;
