/** A file that could be sent to do harm, or that breaks its reader, and the expected response. */
export interface HostileFile {
  name: string
  make(): Buffer
  /** The sender's name of the file; defaults to `file.pdf`. */
  filename?: string
  answer: Refused | Taken
}

export interface Refused {
  status: 400 | 413 | 415 | 422
  /** Begins the message, or is the whole of it. */
  says: string
}

export interface Taken {
  status: 201
  /** How drawing it may end. */
  render: readonly ('done' | 'failed')[]
  /** The number of pages, where it is relevant. */
  pages?: number
  /** Its stored name, where the original name was the danger. */
  keptName?: string
}
