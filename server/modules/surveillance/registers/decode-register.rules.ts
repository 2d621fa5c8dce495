// Decides which characters the bytes of a register's file are. One damaged byte costs its line at most, never the file.

import { type Decoded, decode } from '#server/input/tables/decode-text.ts'

const SNIFFED = 64 * 1024
/** More control characters than this in a thousand bytes: it is no text. */
const MOST_CONTROLS = 20

const isControl = (byte: number): boolean => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)

/** UTF-8, with lines of Windows-1252 in between where somebody has pasted them; else as other imports are decoded. */
export function decodeRegister(bytes: Uint8Array): Decoded {
  const decoded = decode(bytes)
  if (decoded.ok || !isMostlyText(bytes)) return decoded
  const text = new TextDecoder('utf-8').decode(bytes)
  if (!text.includes('\ufffd')) return { ok: true, text, encoding: 'utf-8' }
  return { ok: true, text: decodeByLine(bytes), encoding: 'utf-8' }
}

function isMostlyText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SNIFFED)
  const head = Buffer.from(sample.subarray(0, 4)).toString('hex')
  // archives, workbooks, PDFs and pictures are named by `decode`
  if (/^(504b|d0cf|2550|1f8b|8950|ffd8|fffe|feff)/.test(head) || bytes.length === 0) return false
  const controls = sample.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  return controls * 1000 <= sample.length * MOST_CONTROLS
}

function decodeByLine(bytes: Uint8Array): string {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const narrow = new TextDecoder('windows-1252')
  const lines: string[] = []
  for (let from = 0; from <= bytes.length; ) {
    const found = bytes.indexOf(0x0a, from)
    const end = found < 0 ? bytes.length : found
    const line = bytes.subarray(from, end)
    try {
      lines.push(strict.decode(line))
    } catch {
      lines.push(narrow.decode(line))
    }
    from = end + 1
  }
  return lines.join('\n')
}
