import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type ComposeService, readCompose } from './installation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const sourceOf = (secret: string | { source: string }): string =>
  typeof secret === 'string' ? secret : secret.source

it('every secret of the installation is made once, and never again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brokerline-secrets-'))
  const make = (): string =>
    execFileSync(process.execPath, ['tools/make-secrets.ts', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  make()
  const { services, secrets } = await readCompose()
  expect(Object.keys(secrets).sort()).toEqual(readdirSync(folder).sort())
  const used = Object.values(services).flatMap((service) => service.secrets?.map(sourceOf) ?? [])
  expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort())
  expect(make).toThrow(/holds secrets already/)
  await rm(folder, { recursive: true })
})

it('the processes of the product run without rights, and their variables are documented', async () => {
  const { services } = await readCompose()
  const own = Object.entries(services).filter(([, { image }]) => image.startsWith('brokerline:'))
  expect(own.map(([name]) => name)).toEqual(['web-1', 'web-2', 'worker-1', 'worker-2', 'migrate'])
  const documented = text('docs/operations.md')
  for (const [, service] of own) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] } satisfies Partial<ComposeService>)
    for (const name of Object.keys(service.environment ?? {}))
      expect(documented).toContain(`\`${name.replace(/_FILE$/, '')}`)
  }
  // the tests start the processes by the image's command
  expect(text('Containerfile')).toMatch(/USER 10001:10001\n[\s\S]*CMD \["node", "server\/main\.ts"\]\n$/)
  expect(JSON.parse(text('package.json')).version).toBe('1.0.0')
  expect(own[0]?.[1].image).toBe('brokerline:1.0.0')
})
