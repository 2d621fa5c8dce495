// Adds a member of staff from the terminal, also while Brokerline is running: `npm run admin:create -- <e-mail>`.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { startLine } from '../server/config.ts'
import { AppError } from '../server/platform/errors.ts'
import { readArguments } from './admin-create-arguments.ts'
import { withOwnApp } from './own-app.ts'

async function create(): Promise<void> {
  const person = readArguments(process.argv.slice(2))
  await withOwnApp('admin:create', async (ctx) => {
    await createStaff(ctx, { ...person, password: await askPassword() })
    console.log(`${person.email} can sign in as ${person.role}.`)
  })
}

/** One line, not shown while it is typed. */
async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY
  if (terminal) process.stderr.write('Password (at least 8 characters): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}

create().catch((error: unknown) => {
  console.error(error instanceof AppError ? error.message : startLine(error))
  process.exitCode = 1
})
