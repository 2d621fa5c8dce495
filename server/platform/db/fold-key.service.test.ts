import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldKey } from '#contract/plain-text.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

/** The keys of the database for many texts, in one query. */
async function keysOf(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select fold_key(text) as key from unnest(${texts}::text[]) with ordinality as given(text, at) order by at`.execute(
    app.connection.db,
  )
  return rows.map(({ key }) => key)
}

const letters = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))
/** Letters of many scripts, and all characters between letters. */
const nameUnit = fc.oneof(
  letters(0x20, 0x7e),
  letters(0xa0, 0x24f),
  letters(0x250, 0x52f),
  letters(0x531, 0x5f4),
  letters(0x600, 0x6ff),
  letters(0x900, 0xdff),
  letters(0xe00, 0xe7f),
  letters(0x1e00, 0x1fff),
  letters(0x2000, 0x206f),
  letters(0x3040, 0x30ff),
  letters(0x4e00, 0x9fff),
  letters(0xac00, 0xd7a3),
  letters(0xff00, 0xffef),
  letters(0x1f300, 0x1faff),
  fc.constantFrom(
    "'",
    '’',
    '‘',
    'ʼ',
    '´',
    '`',
    '′',
    '-',
    '–',
    '—',
    '‑',
    '_',
    ' ',
    '\u00a0',
    '\t',
    '\n',
    '\u200b',
    '\u0301',
  ),
)

describe('the key of a text', () => {
  // Covers: analytics-figures-26
  it('is the same in the database for names of many scripts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: nameUnit, maxLength: 24 }), { minLength: 200, maxLength: 200 }),
        async (texts) => {
          expect(await keysOf(texts)).toEqual(texts.map(foldKey))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is the same in the database for each letter of Latin, Greek, Cyrillic and Armenian, and each sign around them', async () => {
    const all = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code + 1)).filter(
      // not assigned in every version of Unicode
      (character) => /\P{Cn}/u.test(character),
    )
    const texts = all.map((character) => `a${character}B`)
    const keys = await keysOf(texts)
    const different = texts.filter((text, at) => foldKey(text) !== keys[at])
    expect(different).toEqual([])
  })

  it('is used by the indexes of the searches', async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where indexdef like '%fold_key%' or indexdef like '%audit_text%'`.execute(
      app.connection.db,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['brokers_search', 'brokers_folded_name', 'applications_search', 'bookings_search'],
        ...['audit_log_search', 'audit_log_access_search', 'users_search'],
      ]),
    )
  })
})
