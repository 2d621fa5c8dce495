/** Whoever is asked whether a file is infected. */
export interface VirusScanner {
  /** For logs and the list of services. */
  readonly name: string
  /** Begins with one file. @throws ScannerUnavailable */
  open(): Promise<ScanSession>
}

/** One file on its way to the scanner. */
export interface ScanSession {
  /** @throws ScannerUnavailable */
  write(chunk: Uint8Array): Promise<void>
  /** After the last byte. @returns what was found; null: nothing. @throws ScannerUnavailable */
  finish(): Promise<string | null>
  /** Gives up, or does nothing after the end. */
  close(): void
}

/** It did not answer, or not in words that are understood. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}
