/** Checks whether files are infected. */
export interface VirusScanner {
  /** For logs and the list of services. */
  readonly name: string
  /** Starts scanning one file. @throws ScannerUnavailable */
  open(): Promise<ScanSession>
}

/** One file on its way to the scanner. */
export interface ScanSession {
  /** @throws ScannerUnavailable */
  write(chunk: Uint8Array): Promise<void>
  /** Called after the last byte. @returns the finding, or null. @throws ScannerUnavailable */
  finish(): Promise<string | null>
  /** Cancels the scan; does nothing after its end. */
  close(): void
}

/** It did not answer, or not in a way that we understand. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}
