import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mappedFolders, namedSpecs, selectTests } from './test-changed.ts'

describe('what a change can have broken', () => {
  it('a screen: its own browser tests, the tests that import it, and the product that serves it', () => {
    expect(selectTests(['web/features/suppressions/SuppressionsPage.tsx'])).toEqual({
      vitest: 'related',
      e2e: true,
      specs: ['e2e/ui/brokers.spec.ts', 'e2e/ui/suppressions.spec.ts'],
    })
  })

  it('two features: the browser tests of both, each once', () => {
    const { specs } = selectTests(['server/modules/portal/routes.ts', 'server/modules/documents/service.ts'])
    expect(specs).toEqual(['documents', 'portal', 'portal-story'].map((name) => `e2e/ui/${name}.spec.ts`))
  })

  it.each([
    'web/ui/Dialog.tsx',
    'web/features/shell/Bar.tsx',
    'server/platform/http/server.ts',
    'server/modules/messages/service.ts',
    'contract/calls.ts',
    'e2e/ui/fixtures.ts',
    'playwright.config.ts',
  ])('%s, which shows everywhere: every browser test', (path) => {
    expect(selectTests([path]).specs).toBe('all')
  })

  it('a browser test: itself', () => {
    expect(selectTests(['e2e/ui/numbers.spec.ts'])).toEqual({
      vitest: 'related',
      e2e: false,
      specs: ['e2e/ui/numbers.spec.ts'],
    })
  })

  it('a test of a part, or a tool: nothing that the browser sees', () => {
    for (const path of ['server/modules/calls/service.service.test.ts', 'tools/test.ts', 'bench/calls.ts']) {
      expect(selectTests([path])).toEqual({ vitest: 'related', e2e: false, specs: [] })
    }
  })

  it('a proof under fire: the tests that start the product', () => {
    expect(selectTests(['test/proofs/vault/fire.ts'])).toMatchObject({ e2e: true, specs: [] })
  })

  it.each([
    'server/migrations/0001_accounts.ts',
    'package.json',
    'vitest.config.ts',
    'test/global-setup.ts',
  ])('%s, which no import leads to: every test of the parts', (path) => {
    expect(selectTests([path]).vitest).toBe('all')
  })

  it('documents: no test at all', () => {
    expect(selectTests(['docs/coverage.md', 'web/ui/README.md'])).toEqual({
      vitest: 'none',
      e2e: false,
      specs: [],
    })
  })

  it('names only browser tests and folders that there are', () => {
    const root = new URL('../', import.meta.url)
    const paths = [...namedSpecs.map((name) => `e2e/ui/${name}.spec.ts`), ...mappedFolders]
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})
