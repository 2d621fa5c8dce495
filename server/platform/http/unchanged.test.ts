import '#contract/texts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listCalls } from '#contract/calls/calls.ts'
import { instant } from '#contract/ids.ts'
import { isUnchangedBy } from './unchanged.ts'

const broker = z.object({
  id: z.number().int(),
  name: z.string(),
  region: z.enum(['NSW', 'VIC']).nullable(),
  at: instant.nullable(),
  bdm: z.object({ name: z.string() }).nullable(),
  tags: z.array(z.string()).optional(),
})
const mei = {
  id: 1,
  name: 'Mei Chen',
  region: 'NSW',
  at: '2026-11-24T01:00:00.250Z',
  bdm: { name: 'Nia Lowe' },
}

describe('what a schema lets out as it is', () => {
  it.each([
    ['all of it declared', mei, true],
    ['null where it may be', { ...mei, region: null, at: null, bdm: null }, true],
    ['a list that may be left out', { ...mei, tags: ['new'] }, true],
    ['something that is not declared', { ...mei, passwordHash: 'x' }, false],
    ['the same further in', { ...mei, bdm: { name: 'Nia Lowe', email: 'nia@example.com' } }, false],
    ['a Date, which is written first', { ...mei, at: new Date('2026-11-24T01:00:00Z') }, false],
    ['a day in place of a time', { ...mei, at: '2026-11-24' }, false],
    ['a word that is none of its own', { ...mei, region: 'NZ' }, false],
    ['a part that is missing', { ...mei, name: undefined }, false],
    ['a number that is none', { ...mei, id: Number.NaN }, false],
  ])('%s', (_, value, expected) => {
    expect(isUnchangedBy(broker)?.(value)).toBe(expected)
  })

  it.each([
    ['changes what fits', z.object({ name: z.string().trim() })],
    ['makes something else of it', z.object({ count: z.preprocess(Number, z.number()) })],
    ['fills in what is missing', z.object({ name: z.string().default('') })],
    ['says more than can be described', z.object({ name: z.string().refine((text) => text !== 'x') })],
    ['counts letters otherwise', z.object({ name: z.string().max(3) })],
    ['reads its pattern otherwise', z.object({ name: z.string().regex(/^a$/i) })],
    ['looks at more than a pattern', z.object({ link: z.url() })],
    ['the same', z.object({ picture: z.base64() })],
    ['asks something of a union', z.union([z.string(), z.number()]).refine((value) => value !== 'x')],
    ['takes the first of several', z.object({ of: z.union([z.object({ a: z.string() }), broker]) })],
  ])('is left to a schema that %s', (_, schema) => {
    expect(isUnchangedBy(schema)).toBeNull()
  })

  it('is told of the calls in a list', () => {
    expect(isUnchangedBy(listCalls.returns.element)).not.toBeNull()
  })

  it('is what parse() gives back, whatever the value', () => {
    const part = fc.oneof(
      ...[
        fc.constantFrom<unknown>(1, 1.5, 'NSW', 'x', null, undefined, true, mei.at, '2026-02-30T00:00:00Z'),
      ],
      ...[fc.string(), fc.double(), fc.array(fc.string(), { maxLength: 2 })],
      fc.record({ name: fc.string() }, { requiredKeys: [] }),
    )
    const keys = [...Object.keys(broker.shape), 'other']
    const changed = fc
      .dictionary(fc.constantFrom(...keys), part, { maxKeys: 3 })
      .map((parts) => ({ ...mei, ...parts }))
    let unchanged = 0
    fc.assert(
      fc.property(changed, (value) => {
        if (!isUnchangedBy(broker)?.(value)) return
        unchanged += 1
        expect(broker.safeParse(value)).toEqual({ success: true, data: value })
      }),
      { numRuns: 2000, seed: 24 },
    )
    // neither always nor never
    expect(unchanged).toBeGreaterThan(200)
    expect(unchanged).toBeLessThan(1800)
  })
})
