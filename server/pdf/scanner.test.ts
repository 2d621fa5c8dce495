import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '#server/modules/vault/file-faults.rules.ts'
import { inspect } from '#server/modules/vault/inspect.ts'
import { assemble, stream } from '#server/pdf/assemble-pdf.ts'
import { bombs } from '#test/hostile-files/bombs.ts'
import { hostileFiles } from '#test/hostile-files/hostile-files.ts'
import { flate, onePage, packings, pageWith, withObjectStream } from '#test/hostile-files/pdf.ts'
import { hostileNames } from '#test/hostile-files/polyglots.ts'
import { FileRefused } from './file-refused.ts'

const WORDING = { tooLarge: 'File size must be less than 10MB.', wrongType: 'Only PDF files are allowed.' }

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The sentence by which a file is refused; null: it is taken. */
async function refusal(bytes: Buffer, size = 65_536): Promise<string | null> {
  const { content } = inspect(pieces(bytes, size), {
    limit: 10_485_760,
    allowedTypes: ['application/pdf'],
    scanner: null,
  })
  try {
    for await (const _ of content);
    return null
  } catch (error) {
    if (error instanceof FileRefused) return refusalOf(error, WORDING).message
    throw error
  }
}

describe('a PDF of a real program', () => {
  const folder = fileURLToPath(new URL('../../test/pdfs/', import.meta.url))
  const files = readdirSync(folder).filter((name) => name !== 'restricted.pdf')
  // Covers: come-looks-1, come-looks-3
  it.each(files)('%s is taken, in one piece or many', async (name) => {
    const bytes = readFileSync(folder + name)
    expect([await refusal(bytes), await refusal(bytes, 977), await refusal(bytes, 16)]).toEqual([
      null,
      null,
      null,
    ])
  })

  // Covers: come-looks-5
  it('that may not be printed is told to be locked', async () => {
    expect(await refusal(readFileSync(`${folder}restricted.pdf`))).toMatch(/^This PDF is locked/)
  })
})

describe('a hostile file', () => {
  // bombs have a hundred megabytes, and names are not checked here
  const small = hostileFiles.filter((file) => !bombs.includes(file) && !hostileNames.includes(file))
  // Covers: come-looks-1, come-looks-2, come-looks-3, come-looks-5
  it.each(small)('is judged the same however it comes in: $name', async ({ make, answer }) => {
    const bytes = make()
    const sizes = bytes.length < 100_000 ? [1, 13, 65_536] : [65_536]
    for (const size of sizes) {
      const said = await refusal(bytes, size)
      if (answer.status === 201) expect(said).toBeNull()
      else expect(said?.startsWith(answer.says)).toBe(true)
    }
  })
})

describe('what is harmless', () => {
  it.each<[string, Buffer]>([
    ['white space and a byte order mark in front', Buffer.concat([Buffer.from('\ufeff\r\n '), pageWith()])],
    [
      'blanks, zeros and an old end of file behind it',
      Buffer.concat([pageWith(), Buffer.from('\r\n\0\0 \x1a')]),
    ],
    ['an update behind the first end', Buffer.concat([pageWith(), pageWith().subarray(9)])],
    [
      'a link to a place whose name says JavaScript',
      pageWith({
        page: '/Annots [<< /Subtype /Link /A << /S /URI /URI (https://example.com/JavaScript/JS) >> >>]',
      }),
    ],
    ['a style of headings that is called Launch', pageWith({ more: ['<< /S /Launch /P 3 0 R /K [0 1] >>'] })],
    ['an empty list of attachments', pageWith({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' })],
    ['entries that are null', pageWith({ catalog: '/AcroForm << /Fields [] /XFA null >>' })],
    ['data that look like a script', pageWith({ contents: stream('/S /JavaScript /JS (x)') })],
    [
      'objects in every packing',
      withObjectStream(['<< /A /B >>', '[1 2 (x) <00>]', '5 0 R'], packings.predicted),
    ],
    [
      'text about objects in a page',
      pageWith({ contents: stream('(the first obj and its trailer ) Tj (an endstream') }),
    ],
    [
      'an object stream whose length another object says',
      assemble({
        objects: [
          ...onePage({}),
          Buffer.from(
            flate('20 0 << /A /B >>', '/Type /ObjStm /N 1 /First 5')
              .toString('latin1')
              .replace(/Length \d+/, 'Length 7 0 R'),
            'latin1',
          ),
          '24',
        ],
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await refusal(bytes)).toBeNull()
    expect(await refusal(bytes, 3)).toBeNull()
  })
})

// Covers: come-looks-4
describe('an object stream that nobody can look into', () => {
  const inside = '20 0 << /S /JavaScript >> '
  it.each<[string, Buffer]>([
    ['is packed in a way of its own', stream(inside, '/Type /ObjStm /N 1 /First 5 /Filter /Own')],
    ['is packed as another object says', flate(inside, '/Type /ObjStm /N 1 /First 5').subarray(0)],
    ['does not unpack', stream('nothing of the kind', '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode')],
    ['is described twice', flate(inside, '/Type /ObjStm /N 1 /First 5 /First 9')],
    ['does not say where its objects begin', flate('20 0 << /A /B >>', '/Type /ObjStm /N 1')],
  ])('%s', async (name, object) => {
    const text = object.toString('latin1')
    const bytes = name.includes('another object')
      ? Buffer.from(text.replace('/Filter /FlateDecode', '/Filter 7 0 R'), 'latin1')
      : object
    expect(await refusal(pageWith({ more: [bytes, '/FlateDecode'] }))).toMatch(/^This PDF cannot be checked/)
  })
})

/** Pieces that change the meaning of the bytes after them. */
const PIECES =
  `<< >> [ ] ( ) < > /S obj endobj endstream trailer R x # / %%EOF % \\ /Length|3 |1|0|obj| stream\n \n \0 PK\x05\x06`
    .split(' ')
    .map((piece) => piece.replaceAll('|', ' '))
const textOf = (...more: string[]) =>
  fc.array(fc.constantFrom(...PIECES, ...more), { maxLength: 60 }).map((parts) => parts.join(''))

describe('any bytes', () => {
  // Covers: come-looks-2
  it('are judged without failing, and the same in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        textOf('/JavaScript', '/J#53'),
        fc.integer({ min: 1, max: 40 }),
        async (text, size) => {
          const bytes = pageWith({ more: [Buffer.from(text, 'latin1')] })
          expect(await refusal(bytes, size)).toBe(await refusal(bytes))
        },
      ),
      { seed: 20_261_121, numRuns: 300 },
    )
  })

  // Covers: come-looks-2
  it('hide no script from being found, whatever stands around it', async () => {
    await fc.assert(
      fc.asyncProperty(textOf(), textOf(), async (before, after) => {
        const script = ' 9 0 obj << /S /JavaScript /JS (x) >> endobj '
        expect(
          await refusal(pageWith({ more: [Buffer.from(before + script + after, 'latin1')] })),
        ).not.toBeNull()
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })
})
