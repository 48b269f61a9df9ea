/**
 * Limits of passwords and their hashes. A hash determines its own cost of verification, so
 * expensive hashes are rejected. The given times are for one verification on a small machine.
 */
export const PASSWORD_LIMITS = {
  /**
   * Cost of bcrypt (2^n rounds). 14 takes 1.1 s; clusters use 12 (0.2 s).
   * `engine.hash.max_bcrypt_cost`
   */
  bcryptCost: 14,
  /**
   * Memory of argon2 in KiB. Twice this would take 0.1 s and 128 MiB.
   * `engine.hash.max_argon2_memory_kib`
   */
  argon2MemoryKib: 65_536,
  /** Passes of argon2. Ten over 64 MiB take 0.2 s. `engine.hash.max_argon2_passes` */
  argon2Passes: 10,
  /** Lanes of argon2, one thread each. `engine.hash.max_argon2_lanes` */
  argon2Lanes: 4,
  /**
   * Iterations of PBKDF2. Two million of SHA-512 take 0.8 s. `engine.hash.max_pbkdf2_iterations`
   */
  pbkdf2Iterations: 2_000_000,
  /**
   * Passwords hashed concurrently. The default hash takes 19 MiB, and the server has four threads
   * for all such work.
   */
  hashesRunning: 2,
  /** Logins that wait for their hash: about ten seconds of work. Longer waits would time out. */
  hashesWaiting: 1_000,
  /** The same per user name and address, or per logged-in user. */
  hashesWaitingPerName: 250,
} as const;
