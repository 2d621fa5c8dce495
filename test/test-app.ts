import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { Pages } from '#contract/microsites/pages.ts'
import type { StaffRole } from '#contract/policy.ts'
import { type App, type AppOptions, buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Ctx } from '#server/ctx.ts'
import { findDifferingDays, findStoredDays } from '#server/modules/figures/differing-days.views.ts'
import { closeDays } from '#server/modules/figures/figures.store.ts'
import type { Log } from '#server/platform/log.ts'
import { createTestDatabase } from './test-db.ts'

/** An identity that opens the vault of every test, so that several apps may share a database. */
export const TEST_VAULT_KEY = 'AGE-SECRET-KEY-1YLH2VJXGCNWVT5MRRHKTC27KVFH0KDRSS754M8Z6W0YS07XHFKUSW25HFS'

export interface TestApp extends App {
  databaseUrl: string
  /** A context of a member of staff with this role; the user exists. */
  staff(role?: StaffRole): Promise<Ctx>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Environment variables in addition to the defaults of a test, e.g. `{ SIM_OUTCOMES: 'by-number' }`. */
  env?: Record<string, string>
  now?: () => Date
  /** Log output; silent by default. */
  log?: Log
  /** How the log is doing. */
  logState?: AppOptions['logState']
  freeBytes?: AppOptions['freeBytes']
  /** Excess rights of the application's role in its database. */
  databaseExcess?: string
  /** The public pages as built, outside Vitest; by default the components themselves. */
  pages?: Pages
  /** Another app over the same database, for races between processes; the caller drops it. */
  databaseUrl?: string
}

/** A whole application on its own database: real services, real PostgreSQL; workers start only in `startWorkers`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => undefined }
    : await createTestDatabase()
  const env = {
    DATA_DIR: join(tmpdir(), `brokerline-test-${process.pid}`),
    DEMO: 'on',
    RATE_LIMITS: 'off',
    VAULT_KEY: TEST_VAULT_KEY,
    SIM_SPEED: '600',
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    ...options.env,
  }
  const config: Config = readConfig(env, '1.0.0')
  const app = await buildApp({
    config,
    databaseUrl: database.url,
    databaseExcess: options.databaseExcess,
    secret: 'test-secret-test-secret-test-secret-test',
    log: options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    now: options.now,
    ...(options.logState && { logState: options.logState }),
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
    pages: options.pages ?? (await testPages()),
    webFiles: false,
  })
  // past days are stored, as empty ones, so that each change to them needs its mark
  await app.ctx().tx((tx) => closeDays(tx))
  return {
    ...app,
    databaseUrl: database.url,
    staff: (role = 'admin') => staffCtx(app, role),
    async close() {
      const wrong = await figureDifferences(app).catch((error: unknown): unknown[] => [error])
      await app.close()
      await database.drop()
      if (wrong.length > 0) throw new Error(`Stored figures differ from a recount: ${JSON.stringify(wrong)}`)
    },
  }
}

/** Stored days that differ from a recount; none where the test took the database away. */
async function figureDifferences({ connection }: App): Promise<string[]> {
  try {
    const stored = await findStoredDays(connection)
    return stored ? await findDifferingDays(connection, stored) : []
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error
    return []
  }
}

/** The components themselves: no build is needed, Vitest understands them. */
async function testPages(): Promise<Pages> {
  const { createPages } = await import('#web/entries/pages.tsx')
  return createPages({ css: '', cssUrl: null, font: null, script: null, preload: {} })
}

async function staffCtx(app: App, role: StaffRole): Promise<Ctx> {
  const email = `${role}@staff.example`
  const user = await app.connection.db
    .insertInto('users')
    .values({ email, name: `Test ${role}`, firstName: 'Test', lastName: role, role, emailVerified: true })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return app.ctx({ kind: 'staff', userId: user.id, role, name: `Test ${role}`, email, ip: '127.0.0.1' })
}

/** Polls until the condition holds. @throws after `seconds`, naming the condition */
export async function until(what: string, condition: () => Promise<boolean>, seconds = 20): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
