export interface Volume {
  brokers: number
  /** Flagged brokers, each with one finding. */
  findings: number
  tasks: number
  /** Running campaigns: each is about to call one in forty of the brokers and has called a sixth of them. */
  campaigns: number
  auditEntries: number
}
