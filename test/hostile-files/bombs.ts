import { deflateSync } from 'node:zlib'
import { stream } from '#server/pdf/assemble-pdf.ts'
import { flate, objectStream, pageWith } from './pdf.ts'
import type { HostileFile } from './types.ts'

const MEGABYTE = 1024 * 1024
const TOO_MUCH = 'This PDF cannot be checked: it has parts that unpack to far more than a document holds.'

const drawn = (
  name: string,
  make: () => Buffer,
  render: ('done' | 'failed')[] = ['done', 'failed'],
): HostileFile => ({
  name,
  make,
  answer: { status: 201, render },
})

const image = (entries: string, data: Buffer): Buffer =>
  pageWith({
    contents: stream('595 0 0 842 0 0 cm /I Do'),
    resources: '/XObject << /I 6 0 R >>',
    more: [
      stream(data, `/Type /XObject /Subtype /Image /BitsPerComponent 8 ${entries} /Filter /FlateDecode`),
    ],
  })

/** Packs to a hundredth, as no text does, but not to a thousandth. */
function text(bytes: number): Buffer {
  let line = ''
  for (let word = 0; line.length < 6000; word++) line += `w${(word * 7919) % 1000} `
  return Buffer.alloc(bytes, line)
}

const nothing = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Forms that draw the next one twice: 2 to the power of `depth` drawings. */
function doubling(depth: number): Buffer {
  const forms = Array.from({ length: depth }, (_, index) =>
    stream(
      index === depth - 1 ? '0 0 1 1 re f' : '/F Do /F Do',
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /F ${index + 7} 0 R >> >>`,
    ),
  )
  return pageWith({ contents: stream('/F Do'), resources: '/XObject << /F 6 0 R >>', more: forms })
}

/** Small files that take a lot of time or memory to render. */
export const bombs: readonly HostileFile[] = [
  drawn('a page of 100 MB of blanks', () => pageWith({ contents: flate(Buffer.alloc(100 * MEGABYTE, ' ')) })),
  drawn(
    'a page that fills a million squares',
    () => pageWith({ contents: flate('0 0 595 842 re f\n'.repeat(1_000_000)) }),
    ['done', 'failed'],
  ),
  drawn('a picture of 60,000 by 60,000 points', () =>
    image('/Width 60000 /Height 60000 /ColorSpace /DeviceRGB', nothing(20 * MEGABYTE)),
  ),
  drawn('a picture of 6,000 by 6,000 points, all there', () =>
    image('/Width 6000 /Height 6000 /ColorSpace /DeviceRGB', nothing(108_000_000)),
  ),
  drawn('forms that draw each other a thousand million times', () => doubling(30)),
  drawn(
    'a form that draws itself',
    () =>
      pageWith({
        contents: stream('/F Do'),
        resources: '/XObject << /F 6 0 R >>',
        more: [
          stream(
            '/F Do',
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 6 0 R >> >>',
          ),
        ],
      }),
    ['done'],
  ),
  drawn('a pattern of the smallest tiles', () =>
    pageWith({
      contents: stream('/Pattern cs /P scn 0 0 595 842 re f'),
      resources: '/Pattern << /P 6 0 R >>',
      more: [
        stream(
          '0 0 1 1 re f',
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
        ),
      ],
    }),
  ),
  drawn('dashes of no length', () =>
    pageWith({ contents: stream('[0.000001 0.000001] 0 d 0 0 m 595 842 l S') }),
  ),
  {
    name: 'an object stream of 20 MB',
    make: () =>
      pageWith({
        more: [flate(Buffer.alloc(20 * MEGABYTE, ' '), '/Type /ObjStm /N 0 /First 0')],
      }),
    answer: { status: 422, says: TOO_MUCH },
  },
  {
    name: 'an object stream packed three times',
    make: () => {
      const once = deflateSync(Buffer.alloc(50 * MEGABYTE, ' '), { level: 9 })
      const data = deflateSync(deflateSync(once))
      return pageWith({
        more: [stream(data, '/Type /ObjStm /N 0 /First 0 /Filter [/FlateDecode /FlateDecode /FlateDecode]')],
      })
    },
    answer: { status: 422, says: TOO_MUCH },
  },
  {
    name: 'a hundred object streams of 4 MB',
    make: () => {
      const four = flate(text(4 * MEGABYTE), '/Type /ObjStm /N 0 /First 0')
      return pageWith({ more: Array.from({ length: 100 }, () => four) })
    },
    answer: { status: 422, says: TOO_MUCH },
  },
  {
    name: 'ten thousand object streams',
    make: () => pageWith({ more: Array.from({ length: 10_000 }, () => objectStream(['null'], 90_000)) }),
    answer: { status: 422, says: 'This PDF cannot be checked: it has too many parts.' },
  },
  {
    name: 'strings in strings in strings',
    make: () => pageWith({ more: [`(${' 9 0 obj ('.repeat(100_000)}`] }),
    answer: { status: 422, says: 'This PDF cannot be checked: it has objects hidden inside others.' },
  },
]
