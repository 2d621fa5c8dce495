import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createTestApp } from '#test/test-app.ts'

const folder = new URL('../../deploy/monitoring/', import.meta.url)
/** Words of PromQL, and labels. */
const NO_METRIC =
  /^(sum|min|max|rate|increase|topk|histogram_quantile|by|or|and|job|brokerline|instance|folder|status|route|queue|worker|le|up|api|events|m|h|x)$/

it('alerts and dashboard read figures that there are', async () => {
  const app = await createTestApp()
  const { body } = await app.server.inject('/metrics')
  await app.close()
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const alerts = await readFile(new URL('alerts.yaml', folder), 'utf8')
  const dashboard = await readFile(new URL('dashboard.json', folder), 'utf8')
  const expressions = [
    ...[...alerts.matchAll(/expr: (?:>-\n)?((?:.|\n)*?)\n {8}(?:for|labels):/g)].map(
      ([, text]) => text ?? '',
    ),
    ...[...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? ''),
  ]
  expect(expressions.length).toBeGreaterThan(20)
  const used = expressions.flatMap((text) => text.match(/[a-z_][a-z_0-9]*(?=[{])/g) ?? [])
  const missing = used.filter(
    (name) =>
      !NO_METRIC.test(name) && !known.has(name) && !known.has(name.replace(/_(count|bucket|sum)$/, '')),
  )
  expect(missing).toEqual([])
  expect(new Set(used).size).toBeGreaterThan(9)
})
