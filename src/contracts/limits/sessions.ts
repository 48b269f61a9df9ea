/** Limits of sessions, including those for several servers with one session store. */
export const SESSION_LIMITS = {
  /** Milliseconds for which a server uses its copy of a session before it reads the store again. */
  trustedMs: 1_000,
  /** Milliseconds after which all servers reject a session that ended on one of them. */
  endedEverywhereMs: 2_000,
  /** Sessions cached per server. Others are read from the store on use. */
  remembered: 10_000,
  /** Interval in milliseconds for storing the use of a session, which a crash can lose. */
  extensionMs: 60_000,
  /** Characters of the `user-agent` stored with a session. */
  userAgentLength: 300,
  /** Sessions per user. A further login ends the oldest one. Anonymous sessions are not counted. */
  ofUser: 500,
  /** Sessions per user in lists, newest first. All sessions can be ended together. */
  listed: 10_000,
  /** Users per request for the last logins of a list. Beyond: 400. */
  usersOfList: 100,
} as const;
