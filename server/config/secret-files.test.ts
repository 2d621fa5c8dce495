import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { SECRET_VARIABLES, withSecretFiles } from './secret-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

// Covers: running-5
it('a secret comes from the file that its variable names', async () => {
  const file = join(folder, 'secret')
  await writeFile(file, `${'s'.repeat(40)}\n`)
  expect(readConfig({ SESSION_SECRET_FILE: file }, '1.0.0').sessionSecret).toBe('s'.repeat(40))
  const env = Object.fromEntries(SECRET_VARIABLES.map((name) => [`${name}_FILE`, file]))
  for (const name of SECRET_VARIABLES) expect(withSecretFiles(env)[name]).toBe('s'.repeat(40))
})

// Covers: running-5
it('a secret file that is missing, empty, or one of two sources stops the start, without the secret', async () => {
  const file = join(folder, 'empty')
  await writeFile(file, '\n')
  const read = (env: Record<string, string>) => () => readConfig(env, '1.0.0')
  expect(read({ SMTP_URL_FILE: file })).toThrow(`SMTP_URL_FILE ${file} is empty.`)
  expect(read({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(/^SMTP_URL_FILE .* cannot be read/)
  expect(read({ SESSION_SECRET: 'hunter2', SESSION_SECRET_FILE: file })).toThrow(
    'Set SESSION_SECRET or SESSION_SECRET_FILE, not both.',
  )
})
