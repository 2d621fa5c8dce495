import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { demoAccounts, demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { switchDemoAccounts } from '#server/modules/accounts/switch-demo-accounts.ts'
import { makeMonths } from '#server/platform/db/months.ts'
import { loadDemoWorld } from './world.ts'

/**
 * Arbitrary advisory lock id: of several processes that start at the same time, one fills the database, the others
 * wait.
 */
const PREPARE_LOCK = 7_190_012

export interface Credentials {
  email: string
  password: string
}

/**
 * Fills an empty database with the demo world. Without DEMO the demo accounts are disabled, and an initial admin is
 * added if no admin can sign in. @returns accounts to print at the start
 */
export async function prepareWorld(app: App, config: Config): Promise<readonly Credentials[]> {
  const client = await app.connection.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from users) as empty')
    if (rows[0]?.empty && config.demo) {
      await loadDemoWorld(app.ctx())
      // its calls are of the last months
      await makeMonths(app.connection.db)
    }
    await switchAccounts(app, config)
    if (!config.demo) await addFirstAdmin(app, config)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [PREPARE_LOCK])
    client.release()
  }
  return config.demo ? [...demoAccounts, demoBroker] : []
}

async function switchAccounts(app: App, { demo }: Config): Promise<void> {
  const ctx = app.ctx()
  const changed = await switchDemoAccounts(ctx, demo)
  if (changed.length === 0) return
  const what = demo
    ? 'the demo is on: its accounts are open again'
    : 'the demo is off: its accounts are closed; add your own with "npm run admin:create -- <e-mail>"'
  ctx.log.warn({ accounts: changed }, what)
}

async function addFirstAdmin(app: App, { firstAdmin }: Config): Promise<void> {
  if (!firstAdmin) return
  const { db } = app.connection
  const inTheWay = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('email', '=', firstAdmin.email.toLowerCase()),
        eb.and([eb('role', '=', 'admin'), eb('disabledAt', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  if (inTheWay) return
  await createStaff(app.ctx(), { ...firstAdmin, firstName: '', lastName: '', role: 'admin' })
}
