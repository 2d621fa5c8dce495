import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deepTestsFor } from './deep-subjects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

it('a change selects the deep tests of its subject, and a deep test selects itself', () => {
  expect(deepTestsFor(['server/modules/vault/rotation.ts'])).toContain('e2e/crash/vault')
  expect(deepTestsFor(['test/fuzz/choices.ts'])).toEqual(['test/fuzz/'])
  expect(deepTestsFor(['docs/glossary.md'])).toEqual([])
})

it('a change to a feature selects the browser tests of its noun, and a browser test selects itself', () => {
  expect(deepTestsFor(['web/features/imports/ImportPage.tsx'])).toEqual(['e2e/ui/imports', 'e2e/ui/import'])
  expect(deepTestsFor(['e2e/ui/scoring.spec.ts'])).toEqual(['e2e/ui/scoring'])
})

it('every browser test with deep tests is selected by a change to the screens', () => {
  const tests = globSync('e2e/ui/*.spec.ts', { cwd: root })
    .filter((path) => readFileSync(`${root}${path}`, 'utf8').includes('@deep'))
    .map((path) => path.replace('.spec.ts', ''))
  const folders = globSync('web/features/*', { cwd: root }).map((path) => `${path}/Any.tsx`)
  const selected = deepTestsFor([
    ...folders,
    'web/ui/Form.tsx',
    'web/ui/FormDialog.tsx',
    'web/ui/TableGrid.tsx',
  ])
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.filter((path) => !selected.includes(path))).toEqual([])
})

it('every deep test has a subject', () => {
  const files = globSync('{contract,server,web,test,tools,bench,e2e}/**/*.deep.test.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => deepTestsFor([file]).length === 0)).toEqual([])
})
