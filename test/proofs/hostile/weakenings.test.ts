import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { weakenings } from './weakenings.ts'

// the proof itself takes minutes: a guard that was rewritten is noticed here
it.each(
  weakenings.map(({ what, path, context, guard }) => [what, path, context, guard]),
)('the guard of “%s” is in its file once', (_what, path, context, guard) => {
  const source = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  expect(source.split(context)).toHaveLength(2)
  expect(context).toContain(guard)
})
