import { describe, expect, it } from 'vitest'
import { jpeg, pdf, png } from '#test/worlds/application-forms.ts'
import { type FileEnds, HEAD_BYTES, normaliseFilename, sniff, TAIL_BYTES } from './media-type.rules.ts'

const glimpse = (bytes: Buffer): FileEnds => ({
  head: bytes.subarray(0, HEAD_BYTES),
  tail: bytes.subarray(-TAIL_BYTES),
})
const of = (bytes: Buffer) => sniff(glimpse(bytes))
const segment = (marker: number, length: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (length + 2) >> 8, (length + 2) & 255]), Buffer.alloc(length)])

describe('the kind of a file', () => {
  it.each<[string, Buffer, string]>([
    ['a PDF', pdf(), 'application/pdf'],
    ['a PDF behind a few bytes of mail', Buffer.concat([Buffer.from('\r\n\r\n'), pdf()]), 'application/pdf'],
    ['a PDF with a line after its end', Buffer.concat([pdf(), Buffer.from('\n\0')]), 'application/pdf'],
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a JPEG with something after its end', Buffer.concat([jpeg, Buffer.alloc(9000)]), 'image/jpeg'],
    [
      'a JPEG with more previews than are looked at',
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        segment(0xe1, 65_000),
        segment(0xe2, 65_000),
        jpeg.subarray(2),
      ]),
      'image/jpeg',
    ],
    [
      'a JPEG with filling between its segments',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)]),
      'image/jpeg',
    ],
    ['an MP3 with a tag', Buffer.from('ID3\x04\0\0\0\0\0\0and sound', 'latin1'), 'audio/mpeg'],
    [
      'an MP3 of MPEG 1',
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(400)]),
      'audio/mpeg',
    ],
    [
      'an MP3 of MPEG 2.5',
      Buffer.concat([Buffer.from([0xff, 0xe3, 0x18, 0xc4]), Buffer.alloc(99)]),
      'audio/mpeg',
    ],
  ])('%s', (_name, bytes, type) => {
    expect(of(bytes)).toEqual({ type, isComplete: true })
  })

  // Covers: accreditation-applications-4, come-looks-1
  it.each<[string, Buffer]>([
    ['a PDF without its end', pdf().subarray(0, -10)],
    ['a PDF that only begins like one', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')])],
    ['a PNG without its end', png.subarray(0, -4)],
    ['a PNG without its head', Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
    ['a PNG of no size', Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)])],
    ['a JPEG that ends before its picture', jpeg.subarray(0, 40)],
    [
      'a JPEG whose segments lead nowhere',
      Buffer.concat([jpeg.subarray(0, 3), Buffer.from([0xe0, 0, 1]), Buffer.alloc(500)]),
    ],
    [
      'a JPEG without a frame',
      Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe0, 14), segment(0xda, 8)]),
    ],
  ])('%s is not whole', (_name, bytes) => {
    expect(of(bytes)).toMatchObject({ isComplete: false })
  })

  // Covers: accreditation-applications-4
  it.each([
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'PK\x03\x04',
    '%!PS-Adobe',
    'PDF-1.4',
    '\x89PNH\r\n',
    'RIFF\0\0\0\0WAVE',
    // layer II, a bit rate and a sample rate that do not exist
    '\xff\xfd\x90\x64',
    '\xff\xfb\xf0\x64',
    '\xff\xfb\x9c\x64',
    '',
  ])('%j is none that we take', (text) => expect(of(Buffer.from(text, 'latin1'))).toBeNull())
})

describe('the name of a file', () => {
  it.each([
    ['PI certificate.pdf', 'PI certificate.pdf'],
    ['PI.PDF', 'PI.PDF'],
    ['C:\\Users\\Mei\\Desktop\\pi.pdf', 'pi.pdf'],
    ['../../../etc/passwd', 'passwd.pdf'],
    ['  \u202Efdp.exe\u0000\r\n ', 'fdp.exe.pdf'],
    ['x.hta', 'x.hta.pdf'],
    ['statement.html', 'statement.html.pdf'],
    ['setup.exe.', 'setup.exe..pdf'],
    ['photo.jpg', 'photo.jpg.pdf'],
    ['保険証券.pdf', '保険証券.pdf'],
    ['', 'file.pdf'],
    [undefined, 'file.pdf'],
    ['/', 'file.pdf'],
    ['../..', 'file.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    [`${'x'.repeat(300)}.exe`, `${'x'.repeat(196)}.pdf`],
  ])('%j of a PDF is kept as %j', (given, kept) =>
    expect(normaliseFilename(given, 'application/pdf')).toBe(kept))

  it.each([
    ['licence.JPEG', 'image/jpeg', 'licence.JPEG'],
    ['licence.jpg', 'image/jpeg', 'licence.jpg'],
    ['licence.pdf', 'image/png', 'licence.pdf.png'],
    ['recording', 'audio/mpeg', 'recording.mp3'],
  ] as const)('%j of %s is kept as %j', (given, type, kept) =>
    expect(normaliseFilename(given, type)).toBe(kept))

  it('is not cut in the middle of a character', () => {
    expect([...normaliseFilename('📄'.repeat(300), 'image/png')]).toHaveLength(200)
  })
})
