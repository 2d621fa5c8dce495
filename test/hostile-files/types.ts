/** A file that somebody might send to do harm, or that breaks what reads it, and how it is to be answered. */
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
  /** What it is called afterwards, where the name was the danger. */
  keptName?: string
}
