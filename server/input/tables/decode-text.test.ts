import { describe, expect, test } from 'vitest'
import { decode } from './decode-text.ts'

const text = 'Name,Phone\nZoë Müller,0491 570 156\n'
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()

describe('text in every encoding that spreadsheets write', () => {
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 little-endian with BOM', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 little-endian without BOM', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 big-endian with BOM', utf16be(`\ufeff${text}`), 'utf-16be'],
    ['UTF-16 big-endian without BOM', utf16be(text), 'utf-16be'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('%s', (_name, bytes, encoding) => {
    expect(decode(bytes)).toEqual({ ok: true, text, encoding })
  })

  test('Windows-1252 quotes and dashes', () => {
    expect(decode(Buffer.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x96, 0x20, 0x80, 0x0a]))).toMatchObject({
      text: '“Hi” – €\n',
    })
  })
})

describe('what is no CSV', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['a lone BOM', Buffer.from('\ufeff'), 'The file is empty.'],
    ['blank lines', Buffer.from('\r\n \r\n'), 'The file is empty.'],
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), 'Excel workbook'],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'a PDF'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'a picture'],
    ['machine code', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'not a text file'],
    ['a NUL far into the file', Buffer.from(`${'a,b\n'.repeat(30_000)}\0c`), 'not a text file'],
    ['UTF-8 with damage', Buffer.concat([Buffer.from('Zoë\nMü'), Buffer.from([0xff])]), 'line 2 are damaged'],
    ['an unknown code page', Buffer.from([0x41, 0x81, 0x41]), 'neither UTF-8 nor Windows-1252'],
    [
      'UTF-16 with half a character',
      Buffer.from([0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x41, 0]),
      'broken characters',
    ],
  ])('%s', (_name, bytes, reason) => {
    expect(decode(bytes)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  // Covers: import-11
  test('says how to save the file right', () => {
    expect(decode(Buffer.from('%PDF-1.7'))).toMatchObject({ reason: expect.stringContaining('CSV UTF-8') })
  })
})
