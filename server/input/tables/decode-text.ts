// Decodes an uploaded CSV to text, or returns the reason of failure.

export type Decoded = { ok: true; text: string; encoding: Encoding } | { ok: false; reason: string }
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const SAVE_AS =
  'Upload an Excel workbook (.xlsx), or in Excel choose File, Save As, "CSV UTF-8 (Comma delimited)" and upload that file.'
const SNIFFED = 64 * 1024
const SUBSTITUTE = 0x1a
const MOST_CONTROLS = 0.01

/** File types that people upload by mistake, by their first bytes. */
const SIGNATURES: readonly (readonly [bytes: string, name: string])[] = [
  ['504b0304', 'an Excel workbook or ZIP archive'],
  ['d0cf11e0', 'an old Excel workbook'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a compressed file'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['7b5c727466', 'an RTF document'],
]

/** UTF-8 with or without BOM, UTF-16 of either order, else Windows-1252, which Excel writes as plain CSV. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return refuse('The file is empty.')
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const known = SIGNATURES.find(([signature]) => head.startsWith(signature))
  if (known) return refuse(`This is ${known[1]}, not a CSV or Excel file. ${SAVE_AS}`)
  const wide = wideEncoding(bytes)
  const decoded = wide ? decodeWide(bytes, wide) : decodeNarrow(withoutEndOfFile(bytes))
  if (!decoded.ok) return decoded
  if (PAGE_OR_XML.test(decoded.text.slice(0, SNIFFED)))
    return refuse(`This is a web page or XML file, whatever its name ends in. ${SAVE_AS}`)
  const text = withoutControls(decoded.text)
  return text.trim() === '' ? refuse('The file is empty.') : { ...decoded, text }
}

/** CRMs write HTML or XML tables and name them .xls or .csv. */
const PAGE_OR_XML = /^\s*<(?:!doctype|html|\?xml|table|meta|head)\b/i

/** Programs from DOS end a text with Ctrl-Z, others fill its last block with NUL. */
function withoutEndOfFile(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && [0, SUBSTITUTE].includes(bytes[end - 1] ?? 1)) end--
  return bytes.subarray(0, end)
}

/** Control characters that mean nothing in a table. Two files joined by DOS have a Ctrl-Z between them. */
const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
  /[\x01-\x08\x0e-\x1f\x7f]/.test(text) ? text.replaceAll(/[\x01-\x08\x0e-\x1f\x7f]/g, '') : text

function refuse(reason: string): Decoded {
  return { ok: false, reason }
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // without a BOM: in Latin text every second byte is zero, and none of the others is
  const sample = bytes.subarray(0, SNIFFED)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const most = sample.length / 2 / 2
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : null
}

function decodeWide(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Decoded {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return hasControls(text) ? binary() : { ok: true, text, encoding }
  } catch {
    return refuse(`The file is UTF-16 with broken characters. ${SAVE_AS}`)
  }
}

function decodeNarrow(bytes: Uint8Array): Decoded {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return hasControls(text) ? binary() : { ok: true, text, encoding: 'utf-8' }
  } catch {
    // not UTF-8
  }
  const lenient = new TextDecoder('utf-8').decode(bytes)
  const broken = lenient.indexOf('\ufffd')
  // valid multi-byte characters do not occur by chance, so this is damaged UTF-8
  if (bytes[0] === 0xef || /[^\0-\x7f\ufffd]/.test(lenient)) {
    const line = lenient.slice(0, broken).split(/\r\n|\r|\n/).length
    return refuse(`Characters in line ${line} are damaged: the file mixes encodings. ${SAVE_AS}`)
  }
  // five bytes that Windows-1252 does not define
  if (bytes.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte))) {
    return refuse(`The file is neither UTF-8 nor Windows-1252. ${SAVE_AS}`)
  }
  const text = new TextDecoder('windows-1252').decode(bytes)
  return hasControls(text) ? binary() : { ok: true, text, encoding: 'windows-1252' }
}

/** Other than tab, vertical tab, form feed, line ends and Ctrl-Z, which tables contain. */
const isControl = (code: number): boolean =>
  code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== SUBSTITUTE

/** A few control characters are typing errors or remains of other programs; many are machine code. */
function hasControls(text: string): boolean {
  if (text.includes('\0')) return true
  let controls = 0
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) controls++
  return controls > MOST_CONTROLS * text.length
}

function binary(): Decoded {
  return refuse(`This is not a text file. ${SAVE_AS}`)
}
