// Adds a member of staff from the terminal, also while Brokerline is running: `npm run admin:create -- <e-mail>`.
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { staffRoles } from '#contract/policy.ts'
import { createStaff, type NewStaff } from '#server/modules/accounts/staff-accounts.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import packageJson from '../package.json' with { type: 'json' }
import { buildApp } from '../server/app.ts'
import { readConfig, startLine } from '../server/config.ts'
import { findRunningEmbedded, startEmbedded } from '../server/platform/db/embedded/start-embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { AppError } from '../server/platform/errors.ts'
import { createLog } from '../server/platform/log.ts'
import { StartupError } from '../server/platform/startup-error.ts'
import { sessionSecret } from '../server/secrets.ts'
import { buildWebIfStale } from './build-web.ts'

const USAGE = `Usage: npm run admin:create -- <e-mail> [--role ${staffRoles.join('|')}] [--first-name <name>] [--last-name <name>]
The password is asked for, or read from standard input.`

async function create(): Promise<void> {
  if (!buildWebIfStale())
    throw new StartupError('The web bundles could not be built; the reason stands above.')
  const person = readArguments()
  const config = readConfig(process.env, packageJson.version)
  const log = createLog(config.logLevel)
  await mkdir(config.dataDir, { recursive: true })
  const running = config.databaseUrl ?? (await findRunningEmbedded(config.dataDir))
  const own = running ? null : await startEmbedded({ dataDir: config.dataDir })
  try {
    const databaseUrl = running ?? own?.url ?? ''
    await migrate(databaseUrl)
    const secret = await sessionSecret(config.sessionSecret, config.dataDir)
    const pages = await loadPages()
    const app = await buildApp({ config, databaseUrl, secret, log, pages, webFiles: false })
    try {
      const ctx = app.ctx({ kind: 'system', name: 'admin:create' })
      await createStaff(ctx, { ...person, password: await askPassword() })
      console.log(`${person.email} can sign in as ${person.role}.`)
    } finally {
      await app.close()
    }
  } finally {
    await own?.stop()
  }
}

function readArguments(): Omit<NewStaff, 'password'> {
  const { positionals, values } = parse()
  const [email, ...more] = positionals
  const role = staffRoles.find((known) => known === values.role)
  if (!email || more.length > 0 || !role) throw new StartupError(USAGE)
  return { email, role, firstName: values['first-name'], lastName: values['last-name'] }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        role: { type: 'string', default: 'admin' },
        'first-name': { type: 'string', default: '' },
        'last-name': { type: 'string', default: '' },
      },
    })
  } catch {
    throw new StartupError(USAGE)
  }
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
