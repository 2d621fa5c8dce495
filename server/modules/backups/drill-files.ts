import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { decryptStream } from '#server/platform/crypto/age.ts'
import type { FileStore } from '#server/providers/ports/files.ts'
import type { DB } from '#server/schema.gen.ts'

const SAMPLE = 20

/** Receives the files of an archive without keeping them, and compares twenty with their rows, which come before them. */
export function sampleFiles(
  db: Kysely<DB>,
  identities: readonly string[],
): { store: Pick<FileStore, 'put'>; finish(): string } {
  let sample: Map<string, { bytes: number; sha256: Buffer }> | null = null
  let compared = 0
  return {
    store: {
      async put(name, content) {
        sample ??= await chooseFiles(db)
        const expected = sample.get(name)
        if (!expected) {
          for await (const _ of content);
          return
        }
        const hash = createHash('sha256')
        let bytes = 0
        for await (const chunk of await decryptStream(identities, content)) {
          hash.update(chunk)
          bytes += chunk.length
        }
        if (bytes !== expected.bytes || !hash.digest().equals(expected.sha256))
          throw new Error(`the file ${name} differs from its checksum`)
        compared += 1
      },
    },
    finish() {
      if (sample && compared < sample.size)
        throw new Error(`${sample.size - compared} sampled files are missing`)
      return `${compared} files of the vault: opened with the key, checksums right.`
    },
  }
}

async function chooseFiles(db: Kysely<DB>): Promise<Map<string, { bytes: number; sha256: Buffer }>> {
  const { rows } = await sql<{ name: string; bytes: number; sha256: Buffer }>`
    select storage_name as name, bytes, sha256 from vault_files
    where released_at is null and fault is distinct from 'missing' order by random() limit ${SAMPLE}`.execute(
    db,
  )
  return new Map(rows.map(({ name, ...expected }) => [name, expected]))
}
