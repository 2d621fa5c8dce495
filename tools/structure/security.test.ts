import { describe, expect, it } from 'vitest'
import { checkSecurity } from './security.ts'

const files = [{ path: 'server/door.test.ts', text: "it('stays shut for whoever isn\\'t asked', () => {})" }]
const TEST = "`server/door.test.ts`: `stays shut for whoever isn't asked`"
const GOOD = `| 1.1.1 | met | Doors are shut. | \`server/door.ts\` | ${TEST} |`
const NONE = '| 1.1.2 | not applicable | There is no window. | | |'
const NO_WINDOW = '| 1.1.2 | not met | It is open. | | |'

function check(rows: string[], counts = '| V1 Doors | 2 | 1 | 0 | 1 |'): string[] {
  const chapters = [{ path: 'docs/security/asvs/v1.md', text: rows.join('\n') }]
  const document = { items: '1.1.1 1\n1.1.2 2\n', overview: counts, chapters }
  return checkSecurity(document, files, (path) => path === 'server/door.ts')
}

describe('the security document', () => {
  // Covers: http-conventions-3
  it('names every item once, in one of three states, with places and tests that exist', () => {
    expect(check([GOOD, NONE])).toEqual([])
    expect(check([GOOD]).join()).toContain('item 1.1.2 is missing')
    expect(check([GOOD, NONE, NONE]).join()).toContain('1.1.2 is there twice')
    expect(check([GOOD, NONE, GOOD.replace('1.1.1', '9.9.9')]).join()).toContain('9.9.9 is no item')
    expect(check([GOOD.replace('| met', '| mostly'), NONE]).join()).toContain('not "mostly"')
    expect(check([GOOD.replace('door.ts', 'gate.ts'), NONE]).join()).toContain(
      'server/gate.ts does not exist',
    )
    expect(check([GOOD.replace('shut for', 'open for'), NONE]).join()).toContain('has no test titled')
    expect(check([GOOD.replace('door.test', 'gate.test'), NONE]).join()).toContain('has no test titled')
    expect(check([GOOD.replace(TEST, ''), NONE]).join()).toContain('1.1.1 names no test')
    expect(check([GOOD.replace('`server/door.ts`', ''), NONE]).join()).toContain('1.1.1 names no place')
  })

  // Covers: http-conventions-3
  it('counts its chapters', () => {
    expect(check([GOOD, NO_WINDOW])).toEqual([
      'docs/security.md: V1 has 2, 1, 1, 0 (all, met, not met, not applicable), not 2, 1, 0, 1',
    ])
    expect(check([GOOD, NONE], '')).toHaveLength(1)
  })
})
