import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-db.ts'

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('databases made at the same time do not see each other', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await query(first.ownerUrl, 'CREATE TABLE only_here (id int)')
  await expect(query(second.ownerUrl, 'SELECT * FROM only_here')).rejects.toThrow(/does not exist/)
  await Promise.all([first.drop(), second.drop()])
})

test('drop ends connections that are still open', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const ended = new Promise<void>((resolve) => client.on('error', () => resolve()))
  await client.connect()
  await database.drop()
  await ended
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/)
})
