import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

const MOVING = 'moving:'

/**
 * Gives the messages of the history ids in the order of their times, as the outbox lists them: they were written record by
 * record. Ids are generated, so the contents move between the rows.
 */
export async function orderMessages(tx: Ctx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
      and attname <> 'occasion'`.execute(tx.db)
  const contents = rows.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`content.${name}`)}`)
  // an occasion is unique at every moment
  await sql`update messages set occasion = ${MOVING} || occasion`.execute(tx.db)
  await sql`
    update messages set ${sql.join(contents)}, occasion = substr(content.occasion, ${MOVING.length + 1})
    from (select *, row_number() over (order by created_at, occasion) as place from messages) content
      join (select id, row_number() over (order by id) as place from messages) target using (place)
    where messages.id = target.id`.execute(tx.db)
}
