// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources of queries, as they are written
import { describe, expect, it } from 'vitest'
import { faultsIn } from './faults.ts'
import { type Planted, plant } from './plant.ts'
import { sampleOf } from './sources.ts'
import { sqlFaults } from './sql-faults.ts'

const whatsIn = (source: string): string[] => faultsIn('a.ts', source).map(({ what }) => what)

describe('the faults of a file', () => {
  it.each<[string, string[]]>([
    ['const f = (a: number) => a < 3', ['< became <=', '< became >=', '3 became 4', '3 became 2']],
    [
      'function f(a) { if (!a) return 1; g(a) }',
      ['guard left out', '! left out', '1 became 2', '1 became 0'],
    ],
    ['function f(a) { if (a.b) { throw new Error("x") } }', ['condition negated', 'guard left out']],
    ['async function f() {\n  await audit(tx, { id })\n}', ['await audit left out']],
    [
      'q.where("a", "<", b).forUpdate()',
      ['.forUpdate() left out', '.where("a", "<", b) left out', "'<' became '<='"],
    ],
    ['import a from "b"\nexport type A = { b: 3 }\nconst c = { 4: d } as { a: 5 }', []],
  ])('%s', (source, whats) => {
    expect(whatsIn(source)).toEqual(whats)
  })
})

describe('the faults of a query', () => {
  const textsOf = (query: string): string[] => sqlFaults(query).map(({ text }) => text)

  it('leave out a condition, up to the next word of its own level', () => {
    const query = 'sql`select 1 from a where b = 1 and (c = 2 or d and e) and ${f} order by g`'
    expect(textsOf(query)).toEqual(
      expect.arrayContaining([
        'sql`select 1 from a where b = 1 and ${f} order by g`',
        'sql`select 1 from a where b = 1 and (c = 2 or d ) and ${f} order by g`',
        'sql`select 1 from a where b = 1 and (c = 2 or d and e) order by g`',
      ]),
    )
  })

  it('turn round comparisons and order, and lose locks, but leave values alone', () => {
    const texts = textsOf(
      'sql`select distinct a from b where c < ${d < e} order by f desc for update skip locked`',
    )
    expect(texts).toEqual([
      'sql`select distinct a from b where c < ${d < e} order by f desc`',
      'sql`select distinct a from b where c < ${d < e} order by f desc for update`',
      'sql`select a from b where c < ${d < e} order by f desc for update skip locked`',
      'sql`select distinct a from b where c < ${d < e} order by f asc for update skip locked`',
      'sql`select distinct a from b where c <= ${d < e} order by f desc for update skip locked`',
    ])
  })

  it('keep both ends of a span', () => {
    expect(textsOf('sql`where a between 1 and 2`')).toEqual([])
  })
})

describe('a file with its faults planted', () => {
  const source = `const f = (log, a, b) => {
  const sum = a + b
  record(log)
  if (sum > 2 && a < b) return 'more'
  return 'less'
}
f`
  const planted: Planted[] = faultsIn('a.js', source).map((fault, id) => ({ ...fault, id }))
  const run = (active: number | null, log: unknown[] = []): unknown[] => {
    globalThis.__faults = (id) => id === active
    // the text above, and nothing else
    const f = new Function('record', `${plant(source, planted).replace(/f$/, 'return f')}`)(
      (into: unknown[]) => into.push('told'),
    )
    return [f(log, 1, 2), f(log, 1, 1), ...log]
  }

  it('does what it did, on the same lines, until one of them is chosen', () => {
    expect(plant(source, planted).split('\n').length).toBe(source.split('\n').length)
    expect(run(null)).toEqual(['more', 'less', 'told', 'told'])
  })

  it.each<[string, unknown[]]>([
    ['+ became -', ['less', 'less', 'told', 'told']],
    ['record left out', ['more', 'less']],
    ['guard left out', ['less', 'less', 'told', 'told']],
    ['> became >=', ['more', 'less', 'told', 'told']],
    ['< became <=', ['more', 'less', 'told', 'told']],
    ['&& became ||', ['more', 'less', 'told', 'told']],
    ["'less' emptied", ['more', '', 'told', 'told']],
  ])('with "%s" it does otherwise, or not', (what, result) => {
    const fault = planted.find((each) => each.what === what)
    expect(fault).toBeDefined()
    expect(run(fault?.id ?? null)).toEqual(result)
  })
})

it('the same seed draws the same sample', () => {
  const list = Array.from({ length: 100 }, (_, index) => index)
  expect(sampleOf(list, 10, 7)).toEqual(sampleOf(list, 10, 7))
  expect(sampleOf(list, 10, 7)).not.toEqual(sampleOf(list, 10, 8))
  expect(new Set(sampleOf(list, 100, 7)).size).toBe(100)
})
