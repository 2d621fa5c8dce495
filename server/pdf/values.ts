// The parts of a PDF's objects that the checks need.

export type PdfValue =
  | { kind: 'name'; name: string }
  /** A number or a keyword such as null. */
  | { kind: 'word'; word: string }
  | { kind: 'reference'; number: number }
  /** Its text, where that may be an address; otherwise ''. */
  | { kind: 'string'; text: string }
  /** `cut`: some items were dropped. `alternatives`: they are the values of a duplicate key. */
  | { kind: 'array'; items: PdfValue[]; cut: boolean; alternatives: boolean }
  | { kind: 'dict'; dict: PdfDict }

export interface PdfDict {
  /** Those of REPORTED_KEYS that it has. */
  entries: Map<string, PdfValue>
  /** Names directly in it, as key or value, that the checks know. */
  names: Set<string>
  /** It has one of the keys twice: readers differ in which one counts. */
  repeated: boolean
}

/** The same as nothing (ISO 32000-2, 7.3.7). */
export const isNull = (value: PdfValue): boolean => value.kind === 'word' && value.word === 'null'
