import pg from 'pg'
import { databaseUser } from './cluster.ts'

const databaseName = 'brokerline'

/**
 * Creates the database and the application's role if missing: a folder of an older version has none. The migrations
 * grant the role its rights on tables; other roles may not connect.
 * @param ownerUrl of the database `postgres`
 */
export async function ensureDatabaseAndRole(ownerUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const has = async (query: string, name: string): Promise<boolean> =>
    (await client.query(query, [name])).rows.length > 0
  try {
    if (!(await has('select from pg_database where datname = $1', databaseName)))
      await client.query(`create database ${databaseName}`)
    const verb = (await has('select from pg_roles where rolname = $1', databaseUser)) ? 'alter' : 'create'
    await client.query(`${verb} role ${databaseUser} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
      password ${pg.escapeLiteral(password)}`)
    await client.query(`revoke all on database ${databaseName}, postgres, template1 from public`)
    await client.query(`grant connect on database ${databaseName} to ${databaseUser}`)
  } finally {
    await client.end()
  }
}
