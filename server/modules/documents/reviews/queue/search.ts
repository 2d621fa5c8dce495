import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchPattern } from '#server/modules/brokers/search.ts'

/**
 * Documents in which each word stands in the broker's name, company or contact, in the file's name or in the type's.
 * Ids are found first, by the indexes of each table: word for word their expressions.
 */
export function searching(text: string): RawBuilder<SqlBool> {
  const words = searchPattern(text).map(
    (pattern) => sql`(
      documents.broker_id in (select id from brokers where (lower(name || ' ' || coalesce(company, '') || ' ' ||
        coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(asic_number, ''))) like ${pattern})
      or documents.file_id in (select id from vault_files where lower(filename) like ${pattern})
      or documents.document_type_id in (select id from document_types where lower(name) like ${pattern}))`,
  )
  return words.length > 0 ? sql<SqlBool>`(${sql.join(words, sql` and `)})` : sql<SqlBool>`true`
}
