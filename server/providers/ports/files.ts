import type { Readable } from 'node:stream'

/** A store's metadata of one file. */
export interface StoredFile {
  name: string
  bytes: number
  storedAt: Date
}

/** Storage of encrypted files. The vault chooses the names; a store never sees plain content. */
export interface FileStore {
  /** For logs and the list of services. */
  readonly name: string
  /**
   * Keeps a file as it arrives, never whole in memory. All or nothing: an upload that is cut off
   * leaves nothing behind, and a reader never sees half a file.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws FileMissingError */
  get(name: string): Promise<Readable>
  /** Removes a file; it need not exist. */
  remove(name: string): Promise<void>
  /** Every file, in no order. */
  list(): AsyncIterable<StoredFile>
  /** Removes the data of uploads that were unfinished before this instant. */
  tidy(before: Date): Promise<void>
  /** Called once at the start. @throws StartupError if the settings cannot work */
  check(): Promise<void>
}

export class FileMissingError extends Error {
  override name = 'FileMissingError'
}

const SAFE_NAME = /^[a-z0-9][a-z0-9-]{0,120}\.age$/

export const isStoredName = (name: string): boolean => SAFE_NAME.test(name)

/** @throws Error for a name that could lead outside the store */
export function checkName(name: string): string {
  if (!isStoredName(name)) throw new Error('not the name of a stored file')
  return name
}
