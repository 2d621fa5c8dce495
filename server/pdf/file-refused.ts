/** Why a file is refused. */
export type FileFault =
  | 'too_large'
  | 'wrong_type'
  | 'empty'
  | 'damaged'
  /** A picture that needs too much memory where it is decoded. */
  | 'too_many_pixels'
  /** Something in it would run or open when it is read. */
  | 'active_content'
  | 'encrypted'
  /** It is a second kind of file as well. */
  | 'polyglot'
  /** Its content cannot be checked. */
  | 'uncheckable'
  | 'infected'
  /** The virus scanner did not answer. */
  | 'not_scanned'

/** The reason why a file is refused. */
export interface FileProblem {
  fault: FileFault
  /** The exact finding, as part of a sentence, e.g. 'JavaScript'; null if the fault is sufficient. */
  found: string | null
}

/** Thrown to refuse a file; nothing of it is stored. */
export class FileRefused extends Error implements FileProblem {
  readonly fault: FileFault
  readonly found: string | null

  constructor(fault: FileFault, found: string | null = null, options: ErrorOptions = {}) {
    super(`file refused: ${fault}${found ? ` (${found})` : ''}`, options)
    this.fault = fault
    this.found = found
  }
}
