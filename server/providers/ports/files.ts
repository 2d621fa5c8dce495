import type { Readable } from 'node:stream'

/** What a store keeps of one file beside its bytes. */
export interface StoredFile {
  name: string
  bytes: number
  storedAt: Date
}

/** Where encrypted files lie. Names are chosen by the vault; a store never sees what is in a file. */
export interface FileStore {
  /** For logs and the list of services. */
  readonly name: string
  /**
   * Keeps a file, taking it in as it comes, never whole in memory. Whole or not at all: what breaks off before the
   * end is not there afterwards, and a reader never sees half a file.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws FileMissingError */
  get(name: string): Promise<Readable>
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>
  /** Every file, in no order. */
  list(): AsyncIterable<StoredFile>
  /** Removes what uploads have left that were broken off before this instant. */
  tidy(before: Date): Promise<void>
  /** Once at the start. @throws StartupError where the settings cannot work */
  check(): Promise<void>
}

export class FileMissingError extends Error {
  override name = 'FileMissingError'
}

const SAFE_NAME = /^[a-z0-9][a-z0-9-]{0,120}\.age$/

/** @throws Error for a name that could lead anywhere else */
export function checkName(name: string): string {
  if (!SAFE_NAME.test(name)) throw new Error('not the name of a stored file')
  return name
}
