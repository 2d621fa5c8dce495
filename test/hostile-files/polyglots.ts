import { stream } from '#server/pdf/assemble-pdf.ts'
import { pageWith, TEXT } from './pdf.ts'
import type { HostileFile } from './types.ts'

const HTML = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>\n'
const ANOTHER = 'This file is more than one kind of file at once: it has '
const NOT_PDF = 'Only PDF files are allowed.'

const text = (part: string): Buffer => Buffer.from(part, 'latin1')
const pdf = (): Buffer => pageWith()

/** A record that ends a ZIP archive and announces a comment of this many bytes. */
function zipEnd(comment: number): Buffer {
  const record = Buffer.alloc(22)
  record.write('PK\x05\x06', 'latin1')
  record.writeUInt16LE(comment, 20)
  return record
}
const ZIP_ENTRY = text(`PK\x03\x04${'\0'.repeat(22)}\x05\0\0\0a.exeMZ`)

/** A start of a picture, with this text as its comment. */
function jpegWith(comment: Buffer): Buffer {
  const head = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([head, Buffer.from([0xff, 0xfe]), length, comment])
}

const both = (name: string, found: string, make: () => Buffer): HostileFile => ({
  name,
  make,
  answer: { status: 422, says: `${ANOTHER}${found}.` },
})
const other = (name: string, make: () => Buffer): HostileFile => ({
  name,
  make,
  answer: { status: 415, says: NOT_PDF },
})

const FRONT = 'other content before the PDF'
const BEHIND = 'other content after the end of the PDF'
const ZIP = 'a ZIP archive at its end'

/** Files with two formats in one, and files that do not match their extension. */
export const polyglots: readonly HostileFile[] = [
  both('a web page, then a PDF', FRONT, () => Buffer.concat([text(HTML), pdf()])),
  both('a script, then a PDF', FRONT, () => Buffer.concat([text('#!/bin/sh\nrm -rf ~\nexit\n'), pdf()])),
  both('a program, then a PDF', FRONT, () => Buffer.concat([text('MZ\x90\0\x03'), Buffer.alloc(200), pdf()])),
  both('a film, then a PDF', FRONT, () => Buffer.concat([text('GIF89a\x01\0\x01\0\0\0\0'), pdf()])),
  both('a tape archive with a PDF', FRONT, () => Buffer.concat([text('a.pdf'.padEnd(512, '\0')), pdf()])),
  both('a web page in the first comment', 'a web page in its first lines', () =>
    text(pdf().toString('latin1').replace('\n', `\n% ${HTML}`)),
  ),
  both('a web page further in', 'a web page inside', () =>
    pageWith({ more: [stream('x'.repeat(2000)), stream(HTML)] }),
  ),
  both('an archive further in', 'an archive inside', () =>
    pageWith({ more: [stream('x'.repeat(2000)), stream('Rar!\x1a\x07\x01\0')] }),
  ),
  both('a PDF, then a web page', BEHIND, () =>
    Buffer.concat([pageWith({ contents: stream(`${TEXT}\n`.repeat(50)) }), text(HTML)]),
  ),
  both('a PDF, then 100 kB of something', BEHIND, () => Buffer.concat([pdf(), Buffer.alloc(100_000, 'x')])),
  both('a PDF, then a picture', BEHIND, () => Buffer.concat([pdf(), jpegWith(text('x'))])),
  both('a PDF, then a ZIP archive', BEHIND, () => Buffer.concat([pdf(), ZIP_ENTRY, zipEnd(0)])),
  both('a ZIP archive whose comment is the end of a PDF', ZIP, () => {
    const bytes = pageWith({ more: [stream(Buffer.concat([ZIP_ENTRY, zipEnd(0)]))] })
    bytes.writeUInt16LE(bytes.length - bytes.indexOf('PK\x05\x06') - 22, bytes.indexOf('PK\x05\x06') + 20)
    return bytes
  }),
  both('a ZIP archive in front of a PDF', FRONT, () => Buffer.concat([ZIP_ENTRY, pdf(), zipEnd(0)])),
  other('a picture with a PDF in its comment', () => jpegWith(pdf())),
  other('a picture, then a PDF', () => Buffer.concat([jpegWith(Buffer.alloc(2000, 'x')), pdf()])),
  other('a picture', () => text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0')),
  other('a document of Word', () => Buffer.concat([ZIP_ENTRY, text('word/document.xml'), zipEnd(0)])),
  other('a web page', () => text(HTML)),
  other('a drawing with a script', () =>
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ),
  other('a program', () => Buffer.concat([text('MZ\x90\0'), Buffer.alloc(4000, 1)])),
  other('a page for a printer', () => text('%!PS-Adobe-3.0\n(%pipe%id) (w) file\nshowpage\n')),
  other('a PDF in two-byte letters', () => Buffer.from(pdf().toString('latin1'), 'utf16le')),
  // in two pieces, so that no scanner finds it here
  other('the file by which virus scanners are tested', () =>
    text(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')),
  ),
]

const named = (name: string, filename: string, keptName: string): HostileFile => ({
  name: `a name ${name}`,
  filename,
  make: pdf,
  answer: { status: 201, render: ['done'], keptName },
})

/** Names that lead somewhere, or cannot be shown. */
export const hostileNames: readonly HostileFile[] = [
  named('with a path', '../../../../etc/cron.d/job.pdf', 'job.pdf'),
  named('with a path of Windows', 'C:\\Windows\\System32\\drivers\\etc\\hosts.pdf', 'hosts.pdf'),
  {
    name: 'a name that is only a path',
    filename: '../..',
    make: pdf,
    answer: { status: 400, says: 'Choose a PDF file to upload.' },
  },
  named('with control characters', 'a\u0000b\u0007c\u001b[2J\u007f.pdf', 'abc[2J.pdf'),
  named('that reads backwards', 'invoice\u202efdp.exe', 'invoicefdp.exe.pdf'),
  named('of a program', 'setup.exe', 'setup.exe.pdf'),
  named('of a web page', 'statement.html', 'statement.html.pdf'),
  named('of an application of HTML', 'x.hta', 'x.hta.pdf'),
  named('of 4,000 letters', `${'x'.repeat(4000)}.pdf`, `${'x'.repeat(196)}.pdf`),
  named('of 4,000 letters of three bytes', `${'保'.repeat(4000)}.pdf`, `${'保'.repeat(196)}.pdf`),
  named('like a tag', '<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'),
  named('like a formula', '=cmd|calc!A1.pdf', '=cmd|calc!A1.pdf'),
]
