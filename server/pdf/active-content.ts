// Decides which PDFs are refused because reading them would run, open or send something.

import { FileRefused } from './file-refused.ts'
import { FILE_KEYS, PROGRAM_KEYS } from './keys.ts'
import { isNull, type PdfDict, type PdfValue } from './values.ts'

export const FOUND = {
  javaScript: 'JavaScript',
  launch: 'a command that starts a program',
  embedded: 'an embedded file',
  media: 'embedded media',
  submit: 'a form that sends what is typed into it',
  fetch: 'a command that fetches form data',
  intoEmbedded: 'a link into an embedded file',
  automatic: 'a command that opens another file or address by itself',
  share: 'a link to a file on another computer',
  elsewhere: 'a part that is fetched from another file',
  xfa: 'a form that is built while it is read (XFA)',
} as const

/** Names that are never harmless. */
const FORBIDDEN = new Map<string, string>([
  ['JavaScript', FOUND.javaScript],
  ['RichMedia', FOUND.media],
  ['RichMediaContent', FOUND.media],
  ['RichMediaExecute', FOUND.media],
  ['EmbeddedFile', FOUND.embedded],
  ['SubmitForm', FOUND.submit],
  ['ImportData', FOUND.fetch],
  ['GoToE', FOUND.intoEmbedded],
])

/** Names that are harmless in some places, e.g. as the style of a heading. */
export const LOOSE_NAMES: ReadonlySet<string> = new Set(['Launch', 'ObjStm', 'Filespec'])

/** @param alone whether it is an object of its own that another one refers to. @throws FileRefused */
export function forbiddenName(name: string, { alone = false } = {}): void {
  const found = FORBIDDEN.get(name) ?? (alone && name === 'Launch' ? FOUND.launch : undefined)
  if (found) throw new FileRefused('active_content', found)
}

type Check = (dict: PdfDict) => string | false

const checks: readonly Check[] = [
  // a resource may be named JS too: an action also has its kind, or the script as a string
  (dict) =>
    (dict.entries.has('S') || dict.entries.get('JS')?.kind === 'string') &&
    has(dict, 'JS') &&
    FOUND.javaScript,
  (dict) => has(dict, 'OnInstantiate') && FOUND.javaScript,
  (dict) => dict.names.has('Launch') && PROGRAM_KEYS.some((key) => has(dict, key)) && FOUND.launch,
  (dict) => isFileSpec(dict) && has(dict, 'EF') && FOUND.embedded,
  (dict) => has(dict, 'EmbeddedFiles') && !isEmptyTree(dict.entries.get('EmbeddedFiles')) && FOUND.embedded,
  (dict) => has(dict, 'XFA') && FOUND.xfa,
]

/** @throws FileRefused if a dictionary is active content */
export function checkDict(dict: PdfDict): void {
  if (dict.entries.size === 0) return
  for (const check of checks) {
    const found = check(dict)
    if (found) throw new FileRefused('active_content', found)
  }
}

function has(dict: PdfDict, key: string): boolean {
  const value = dict.entries.get(key)
  return value !== undefined && !isNull(value)
}

/** A resource may be named EF too. */
function isFileSpec(dict: PdfDict): boolean {
  const ef = dict.entries.get('EF')
  const inner = ef?.kind === 'dict' ? ef.dict : null
  if (dict.names.has('Filespec')) return true
  return [dict, inner].some((part) => part !== null && FILE_KEYS.some((key) => has(part, key)))
}

/** Some editors keep an empty list after the last attachment is removed; a real attachment is detected separately. */
function isEmptyTree(value: PdfValue | undefined): boolean {
  if (value?.kind === 'reference') return true
  if (value?.kind !== 'dict' || has(value.dict, 'Kids')) return false
  const names = value.dict.entries.get('Names')
  return names === undefined || (names.kind === 'array' && names.items.length === 0)
}

/** True for the first dictionary of a document that is locked by a password or by restrictions. */
export const isLocked = (dict: PdfDict): boolean => has(dict, 'Root') && has(dict, 'Encrypt')
export const namesRoot = (dict: PdfDict): boolean => has(dict, 'Root')
