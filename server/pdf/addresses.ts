import { FOUND } from './active-content.ts'
import { FileRefused } from './file-refused.ts'
import { ADDRESS_KEYS, FILE_KEYS } from './keys.ts'
import type { PdfDict, PdfValue } from './values.ts'

/** `\\host\share`, also with slashes; `file:` with a host, or with enough slashes for a host to follow. */
const SHARE =
  /^(?:file:)?(?:\\|%5c){2}|^file:[\\/]{4}|^file:[\\/]{2}(?!localhost[\\/]|[a-z][:|])[^\\/]|^(?:smb|cifs):/i
/** How a file's name begins that counts from another computer's root (ISO 32000-2, 7.11.2.4); `/c/` is a drive. */
const FROM_ROOT = /^[\\/]{2}|^\/[^\\/]{2,}[\\/]/

/**
 * Opening a file on another computer sends it the user's name and password digest, so that not even a click may open
 * one. @throws FileRefused
 */
export function checkAddresses({ entries }: PdfDict): void {
  for (const [key, value] of entries) {
    if (!ADDRESS_KEYS.has(key)) continue
    for (const one of value.kind === 'array' ? value.items : [value]) {
      checkAddress(one)
      if (FILE_KEYS.includes(key) && one.kind === 'string' && FROM_ROOT.test(plain(one.text))) throw refused()
    }
  }
}

/** A text that others may refer to as an address. @throws FileRefused */
export function checkAddress(value: PdfValue): void {
  if (value.kind === 'string' && SHARE.test(plain(value.text))) throw refused()
}

/** Data that lie in another file are fetched as soon as a page is drawn. @throws FileRefused */
export function checkStream({ entries }: PdfDict): void {
  const elsewhere = [entries.get('F'), entries.get('Ref')].some(
    (value) => value && value.kind !== 'word' && value.kind !== 'name',
  )
  if (elsewhere) throw new FileRefused('active_content', FOUND.elsewhere)
}

const refused = (): FileRefused => new FileRefused('active_content', FOUND.share)

/** Readers ignore invisible characters and leading blanks. */
const plain = (text: string): string => text.replaceAll(/[\0\t\r\n]/g, '').trimStart()
