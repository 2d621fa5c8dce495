import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deepTestsFor } from './deep-subjects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('a change selects the deep tests of its subject, and a deep test selects itself', () => {
  expect(deepTestsFor(['server/modules/vault/rotation.ts'])).toContain('e2e/crash/vault')
  expect(deepTestsFor(['test/fuzz/choices.ts'])).toEqual(['test/fuzz/'])
  expect(deepTestsFor(['docs/glossary.md'])).toEqual([])
})

it('every deep test has a subject', () => {
  const files = globSync('{contract,server,web,test,tools,bench,e2e}/**/*.deep.test.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => deepTestsFor([file]).length === 0)).toEqual([])
})
