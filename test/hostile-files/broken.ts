import { createHash } from 'node:crypto'
import { assemble, stream } from '#server/pdf/assemble-pdf.ts'
import { onePage, packings, pageWith, TEXT, withObjectStream } from './pdf.ts'
import type { HostileFile } from './types.ts'

const MAX = 10_485_760
const DAMAGED = 'The file is damaged or incomplete. Choose another one.'
const LOCKED = 'This PDF is locked with a password or with restrictions.'

/** Of about 20 kB, with several objects behind the long one. */
const whole = (): Buffer =>
  pageWith({ contents: stream(`${TEXT}\n`.repeat(300)), more: ['<< /Producer (Scanner) >>'] })

const cut = (name: string, at: (bytes: Buffer) => number): HostileFile => ({
  name: `cut off ${name}`,
  make: () => {
    const bytes = whole()
    return bytes.subarray(0, at(bytes))
  },
  answer: { status: 422, says: DAMAGED },
})

const locked = (name: string, make: () => Buffer): HostileFile => ({
  name: `locked ${name}`,
  make,
  answer: { status: 422, says: LOCKED },
})

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const RC4 = `<< /Filter /Standard /V 1 /R 2 /O <${hex('o')}> /U <${hex('u')}> /P -4 >>`
const AES = `<< /Filter /Standard /V 5 /R 6 /Length 256 /O <${hex('o')}${hex('p').slice(0, 32)}> /U <${hex('u')}${hex('v').slice(0, 32)}> /OE <${hex('e')}> /UE <${hex('f')}> /Perms <${hex('g').slice(0, 32)}> /P -1084 /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen >> >> /StmF /StdCF /StrF /StdCF >>`

const taken = (
  name: string,
  make: () => Buffer,
  render: ('done' | 'failed')[],
  pages?: number,
): HostileFile => ({
  name,
  make,
  answer: { status: 201, render, ...(pages && { pages }) },
})

const sized = (bytes: number): Buffer => {
  const short = pageWith()
  const filling = Buffer.alloc(bytes - short.length, '%')
  filling[filling.length - 1] = 10
  const end = short.lastIndexOf('startxref')
  return Buffer.concat([short.subarray(0, end), filling, short.subarray(end)])
}

function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`)
  return assemble({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`,
      ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
    ],
  })
}

const tree = (pages: string, ...more: string[]): Buffer =>
  assemble({ objects: ['<< /Type /Catalog /Pages 2 0 R >>', pages, ...more] })

/** A chain of nodes, each with the next one as its only kid. */
function deepTree(depth: number): Buffer {
  const nodes = Array.from(
    { length: depth },
    (_, index) => `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 >>`,
  )
  return tree(...(nodes as [string, ...string[]]), '<< /Type /Page /MediaBox [0 0 9 9] >>') // depth is over 0
}

const noise = (bytes: number): Buffer => {
  const pieces: Buffer[] = []
  for (let index = 0; index * 32 < bytes; index++) {
    pieces.push(createHash('sha256').update(`noise ${index}`).digest())
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

/** Files with less than they declare, or with far too much. */
export const brokenFiles: readonly HostileFile[] = [
  {
    name: 'nothing at all',
    make: () => Buffer.alloc(0),
    answer: { status: 422, says: 'The file is empty.' },
  },
  {
    name: 'one byte',
    make: () => Buffer.from('%'),
    answer: { status: 415, says: 'Only PDF files are allowed.' },
  },
  cut('behind its first line', () => 9),
  cut('in its first object', () => 30),
  cut('after a tenth', ({ length }) => length / 10),
  cut('after a third', ({ length }) => length / 3),
  cut('in the middle', ({ length }) => length / 2),
  cut('after nine tenths', ({ length }) => length * 0.9),
  cut('in its table', (bytes) => bytes.lastIndexOf('xref\n0') + 40),
  cut('before its end', (bytes) => bytes.lastIndexOf('startxref')),
  cut('in its last word', (bytes) => bytes.lastIndexOf('%%EOF') + 3),
  {
    name: 'an update that was cut off',
    make: () => Buffer.concat([whole(), Buffer.from('6 0 obj\n<< /Producer (Scan')]),
    answer: { status: 422, says: DAMAGED },
  },
  locked('with RC4', () => pageWith({ trailer: '/Encrypt 6 0 R /ID [<00> <00>]', more: [RC4] })),
  locked('with AES', () => pageWith({ trailer: `/Encrypt ${AES} /ID [<00> <00>]` })),
  locked('with its objects in object streams', () => {
    const text = withObjectStream(['<< >>'], packings.plain).toString('latin1')
    return Buffer.from(text.replace('/Type /XRef', `/Type /XRef /Encrypt ${RC4} `), 'latin1')
  }),
  taken('10 MB to the byte', () => sized(MAX), ['done'], 1),
  {
    name: '10 MB and one byte',
    make: () => sized(MAX + 1),
    answer: { status: 413, says: 'File size must be less than 10MB.' },
  },
  {
    name: '20 MB',
    make: () => sized(2 * MAX),
    answer: { status: 413, says: 'File size must be less than 10MB.' },
  },
  taken('5,000 pages', () => manyPages(5000), ['done'], 5000),
  taken('a page of 200 inches', () => pageWith({ box: '[0 0 14400 14400]' }), ['done'], 1),
  taken('a page as wide as a country', () => pageWith({ box: '[0 0 3000000000 1]' }), ['done'], 1),
  taken('a page of no size', () => pageWith({ box: '[0 0 0 0]' }), ['done'], 1),
  taken('a page of less than no size', () => pageWith({ box: '[9 9 -9e99 -9]' }), ['done'], 1),
  ...['[', '<< /A '].map(
    (opening): HostileFile => ({
      name: `${opening.trim()} without end`,
      make: () => pageWith({ more: [opening.repeat(100_000)] }),
      answer: { status: 422, says: 'This PDF cannot be checked: it has values nested without end.' },
    }),
  ),
  taken('brackets without end in a page', () => pageWith({ contents: stream('['.repeat(500_000)) }), [
    'done',
  ]),
  taken('pages that are their own parents', () => tree('<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'), [
    'failed',
  ]),
  taken(
    'pages in a circle',
    () => tree('<< /Type /Pages /Kids [3 0 R] /Count 9 >>', '<< /Type /Pages /Kids [2 0 R] /Count 9 >>'),
    ['failed'],
  ),
  taken('a tree of pages 5,000 deep', () => deepTree(5000), ['failed']),
  taken('no pages', () => tree('<< /Type /Pages /Kids [] /Count 0 >>'), ['failed']),
  taken('two thousand million pages, it says', () => tree('<< /Type /Pages /Kids [] /Count 2000000000 >>'), [
    'failed',
  ]),
  taken('a page that is not there', () => tree('<< /Type /Pages /Kids [9 0 R] /Count 1 >>'), ['failed']),
  taken('no catalogue', () => assemble({ objects: ['null', 'null'] }), ['failed']),
  taken('a catalogue that is a number', () => assemble({ objects: ['42'] }), ['failed']),
  {
    name: 'a table below zero',
    make: () => assemble({ objects: onePage({}), startxref: '-1' }),
    answer: { status: 422, says: DAMAGED },
  },
  taken(
    'a table far behind its end',
    () => assemble({ objects: onePage({}), startxref: '99999999999999999999' }),
    ['done'],
  ),
  taken('a table that follows itself', () => {
    const once = pageWith({ trailer: '/Prev 0000000000' })
    const at = once.lastIndexOf('xref\n0')
    return Buffer.from(
      once.toString('latin1').replace('/Prev 0000000000', `/Prev ${String(at).padStart(10, '0')}`),
      'latin1',
    )
  }, ['done', 'failed']),
  taken(
    'a stream that says to be endless',
    () => pageWith({ contents: `<< /Length 4294967295 >>\nstream\n${TEXT}\nendstream` }),
    ['done'],
  ),
  taken(
    'a stream whose length is itself',
    () => pageWith({ contents: `<< /Length 4 0 R >>\nstream\n${TEXT}\nendstream` }),
    ['done'],
  ),
  {
    name: 'noise behind its first line',
    make: () =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(200_000), Buffer.from('\nstartxref\n9\n%%EOF\n')]),
    answer: { status: 422, says: DAMAGED },
  },
  taken(
    'a picture of noise',
    () =>
      pageWith({
        contents: stream('500 0 0 500 40 200 cm /I Do'),
        resources: '/XObject << /I 6 0 R >>',
        more: [
          stream(
            noise(50_000),
            '/Type /XObject /Subtype /Image /Width 900 /Height 900 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
          ),
        ],
      }),
    ['done'],
  ),
]
