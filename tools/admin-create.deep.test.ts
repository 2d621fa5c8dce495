import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compiled } from '#test/product/server.ts'
import { createTestApp, TEST_VAULT_KEY, type TestApp } from '#test/test-app.ts'
import { postSignIn } from '#test/worlds/sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Ended {
  code: number | null
  out: string
  error: string
}

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

function run(args: string[], password: string): Promise<Ended> {
  const child = spawn(
    process.execPath,
    // whose hash this process, with the same set-up, can check
    ['--import', pathTo('../test/quick-scrypt.ts'), pathTo('admin-create.ts'), ...args],
    {
      env: {
        PATH: process.env.PATH,
        ...compiled(),
        DATABASE_URL: app.databaseUrl,
        SESSION_SECRET: 's'.repeat(40),
        VAULT_KEY: TEST_VAULT_KEY,
      },
    },
  )
  child.stdin.end(`${password}\n`)
  const ended: Ended = { code: null, out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    ended.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ended.error += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
}

// Covers: running-18
it('adds an admin from the terminal, who can sign in', { timeout: 90_000 }, async () => {
  const email = 'first@lender.example'
  const created = await run([email, '--first-name', 'Ada'], 'typed-Password-1')
  expect(created).toEqual({ code: 0, out: `${email} can sign in as admin.\n`, error: '' })
  const response = await postSignIn(app, { email, password: 'typed-Password-1' })
  expect(response.json()).toMatchObject({ email, role: 'admin', firstName: 'Ada' })
  const again = await run([email], 'typed-Password-1')
  expect(again).toEqual({ code: 1, out: '', error: `A user with the address ${email} already exists.\n` })
  const short = await run(['other@lender.example', '--role', 'viewer'], 'short')
  expect(short).toMatchObject({ code: 1, error: 'Password must be at least 8 characters\n' })
})
