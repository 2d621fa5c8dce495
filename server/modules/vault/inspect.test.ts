import { expect, it } from 'vitest'
import { jpeg, pdf, png } from '#test/worlds/application-forms.ts'
import { inspect } from './inspect.ts'

const allowedTypes = ['application/pdf', 'image/png', 'image/jpeg']

async function resultOf(file: Buffer): Promise<string> {
  const source = (async function* () {
    for (let at = 0; at < file.length; at += 700) yield file.subarray(at, at + 700)
  })()
  const inspection = inspect(source, { limit: 1e8, allowedTypes, scanner: null })
  try {
    for await (const _ of inspection.content);
    return inspection.result().mediaType
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}
const padded = (text: string): Buffer => Buffer.concat([pdf(), Buffer.from(text, 'latin1')])
const withComment = (comment: string): Buffer =>
  Buffer.from(
    pdf()
      .toString('latin1')
      .replace(/\s*%%EOF\s*$/, `\n${comment}\n%%EOF\n`),
    'latin1',
  )

// Covers: accreditation-applications-5
it.each([
  ['4 kB of NUL characters', padded('\0'.repeat(4096))],
  ['blank lines', padded('\r\n'.repeat(3000))],
  ['an old end of files', padded('\n\x1a')],
  ['the filling of a storage block', padded('\xff'.repeat(2048))],
  ['a comment before the end', withComment('%made by a made-up program')],
  ['two comments before the end', withComment('%one\r\n% two')],
])('accepts a PDF with %s', async (_, file) => {
  expect(await resultOf(file)).toBe('application/pdf')
})

it.each([
  ['another file after its padding', padded(`${'\0'.repeat(100)}MZ and a program`), /polyglot/],
  [
    'no end',
    Buffer.from(
      pdf()
        .toString('latin1')
        .replace(/%%EOF\s*$/, ''),
    ),
    /damaged/,
  ],
])('refuses a PDF with %s', async (_, file, message) => {
  expect(await resultOf(file)).toMatch(message)
})

// Covers: accreditation-applications-5
it('refuses pictures that are cut off', async () => {
  expect(await resultOf(png)).toBe('image/png')
  expect(await resultOf(jpeg)).toBe('image/jpeg')
  expect(await resultOf(png.subarray(0, -12))).toMatch(/damaged/)
  expect(await resultOf(jpeg.subarray(0, -2))).toMatch(/damaged/)
})
