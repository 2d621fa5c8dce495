/** Why a file is not taken in. */
export type FileFault =
  | 'too_large'
  | 'wrong_type'
  | 'empty'
  | 'damaged'
  /** Something in it would run or open when it is read. */
  | 'active_content'
  | 'encrypted'
  /** It is a second kind of file as well. */
  | 'polyglot'
  /** Built so that nobody can say what is in it. */
  | 'uncheckable'
  | 'infected'
  /** The virus scanner did not answer. */
  | 'not_scanned'

/** What was found wrong with a file. */
export interface FileProblem {
  fault: FileFault
  /** What exactly, to be read in a sentence, e.g. 'JavaScript'; null where the fault says it all. */
  found: string | null
}

/** Stops the storing of a file that is refused; nothing of it stays. */
export class FileRefused extends Error implements FileProblem {
  readonly fault: FileFault
  readonly found: string | null

  constructor(fault: FileFault, found: string | null = null, options: ErrorOptions = {}) {
    super(`file refused: ${fault}${found ? ` (${found})` : ''}`, options)
    this.fault = fault
    this.found = found
  }
}
