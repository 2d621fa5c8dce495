// What is kept of a PDF's objects for the checks.

export type PdfValue =
  | { kind: 'name'; name: string }
  /** A number or a keyword such as null. */
  | { kind: 'word'; word: string }
  | { kind: 'reference' }
  | { kind: 'string' }
  | { kind: 'array'; items: PdfValue[] }
  | { kind: 'dict'; dict: PdfDict }

export interface PdfDict {
  /** Those of TOLD_KEYS that stand in it. */
  entries: Map<string, PdfValue>
  /** Names anywhere directly in it that mean something, as key or value. */
  names: Set<string>
  /** One of the keys stands in it twice: readers differ in which one counts. */
  repeated: boolean
}
