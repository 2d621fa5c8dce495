// The parts of a PDF's objects that the checks need.

export type PdfValue =
  | { kind: 'name'; name: string }
  /** A number or a keyword such as null. */
  | { kind: 'word'; word: string }
  | { kind: 'reference' }
  | { kind: 'string' }
  | { kind: 'array'; items: PdfValue[] }
  | { kind: 'dict'; dict: PdfDict }

export interface PdfDict {
  /** Those of REPORTED_KEYS that it has. */
  entries: Map<string, PdfValue>
  /** Names directly in it, as key or value, that the checks know. */
  names: Set<string>
  /** It has one of the keys twice: readers differ in which one counts. */
  repeated: boolean
}
