/** Limits of alarms: messages about findings, logins and administrators. */
export const ALARM_LIMITS = {
  /** Destinations, and recipients of one. */
  destinations: 20,
  recipients: 20,
  /** Characters of the name of a destination. */
  nameLength: 40,
  /** Characters of a secret that signs messages. */
  minSecretLength: 16,
  maxSecretLength: 1_024,
  /** Messages per destination that wait for a delivery. The oldest is dropped. */
  messagesWaiting: 100,
  /** Events that wait for the end of the quiet hours. The oldest is dropped. */
  eventsWaiting: 500,
  /** Events per message. It counts the others. */
  eventsPerMessage: 100,
  /** Milliseconds in which further events join a message. */
  gatherMs: 2_000,
  /** Requests of one administrator per minute that send a test message. */
  testsPerMinute: 5,
  /** Milliseconds per attempt of a delivery. */
  timeoutMs: 10_000,
  /** Attempts per message, and milliseconds before the second and before the last. */
  attempts: 8,
  firstRetryMs: 2_000,
  longestRetryMs: 600_000,
  /** Deliveries with attempts left that are stored, and their bytes. The oldest is dropped. */
  deliveriesStored: 200,
  deliveryBytes: 1_048_576,
  /** Milliseconds after an attempt is due until another server may make it. */
  leaseMs: 60_000,
  /** Milliseconds between two looks at quiet hours, digest and changes. */
  tickMs: 60_000,
  /** Connected clusters whose findings are checked, one after the other. */
  clusters: 10,
  /** Milliseconds of one check of a connected cluster. */
  clusterMs: 60_000,
  /** Milliseconds without a check after a cluster has rejected the stored credentials. */
  rejectedMs: 3_600_000,
  /** Characters of the text of a finding. */
  findingLength: 1_000,
  /** Changes of administrators per look. */
  changesPerCheck: 100,
  /** User names and addresses whose failed logins are counted. The oldest is forgotten. */
  countedLogins: 10_000,
  /** Characters of a name that someone else chose, such as a user name. */
  textLength: 200,
  /** Open findings that a digest lists, the worst first. */
  digestFindings: 20,
} as const;
