/** Decides the character encoding of a text file that was fetched, and decodes it. */

const UTF8 = new TextDecoder('utf-8')
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true })
/** The encoding of files that name none and are not UTF-8; browsers also read ISO-8859-1 as Windows-1252. */
const FALLBACK = 'windows-1252'
/** An XML declaration is the first line of a file. */
const DECLARATION_BYTES = 400

/**
 * The text of a file. A byte order mark decides; then valid UTF-8, because servers and files often name another encoding
 * by mistake; then the HTTP header, the XML declaration, and Windows-1252. @param contentType of the HTTP answer
 */
export function decodeText(bytes: Uint8Array, contentType = ''): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES))
  const declared = decoderOf(charsetOf(contentType)) ?? decoderOf(encodingIn(start))
  if (declared?.encoding.startsWith('iso-2022')) return declared.decode(bytes)
  try {
    return STRICT_UTF8.decode(bytes)
  } catch {
    // other than UTF-8, or UTF-8 with a damaged byte
  }
  if (declared && !declared.encoding.startsWith('utf-')) return declared.decode(bytes)
  const text = UTF8.decode(bytes)
  return isMostlyUtf8(text) ? text : new TextDecoder(FALLBACK).decode(bytes)
}

/** By the byte order mark, or by the NUL next to the first `<` of a file without one. */
function utf16Of([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return null
}

const charsetOf = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]

const encodingIn = (start: string): string | undefined =>
  /^\s*(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]

function decoderOf(label: string | undefined): TextDecoder | null {
  try {
    return label ? new TextDecoder(label) : null
  } catch {
    return null
  }
}

/** One damaged byte among many valid ones leaves the file UTF-8. */
function isMostlyUtf8(text: string): boolean {
  const damaged = text.match(/\ufffd/g)?.length ?? 0
  const valid = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  return valid > damaged
}
