import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { demoAccounts, demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { loadDemoWorld } from './world.ts'

/** Any fixed number: of several processes that start at once one fills the database, the others wait. */
const PREPARE_LOCK = 7_190_012

export interface Credentials {
  email: string
  password: string
}

/** Fills an empty database: with the demo world, or with the first admin. @returns accounts to print at the start */
export async function prepareWorld(app: App, config: Config): Promise<readonly Credentials[]> {
  const client = await app.connection.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    const { rows } = await client.query<{ empty: boolean }>('select not exists (select from users) as empty')
    if (rows[0]?.empty) await fill(app, config)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [PREPARE_LOCK])
    client.release()
  }
  return config.demo ? [...demoAccounts, demoBroker] : []
}

async function fill(app: App, config: Config): Promise<void> {
  if (config.demo) return loadDemoWorld(app.ctx())
  if (!config.firstAdmin) return
  await createStaff(app.ctx(), { ...config.firstAdmin, firstName: '', lastName: '', role: 'admin' })
}
