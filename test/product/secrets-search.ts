import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Names of secrets with their values. */
export type Secrets = Readonly<Record<string, string>>

export interface Leak {
  secret: string
  /** In which form: as it is, encoded, within something encoded. */
  form: string
  where: string
}

/** How a secret may be written, and still be one. */
function formsOf(value: string): [string, string][] {
  const bytes = Buffer.from(value)
  const within = [0, 1, 2].map((shift): [string, string] => {
    // the part of the base64 text that does not depend on its neighbours in a longer text
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const middle = text.slice(shift === 0 ? 0 : 4, -4)
    return [`within base64 (${shift})`, middle]
  })
  return [
    ['as it is', value],
    ['URL-encoded', encodeURIComponent(value)],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['hexadecimal', bytes.toString('hex')],
    ...within,
    ...within.map(([form, text]): [string, string] => [
      form.replace('base64', 'base64url'),
      text.replaceAll('+', '-').replaceAll('/', '_'),
    ]),
  ]
}

/** @returns a search for these secrets in any text */
export function searcher(secrets: Secrets): (text: string, where: string) => Leak[] {
  const forms = Object.entries(secrets).flatMap(([secret, value]) =>
    formsOf(value).map(([form, text]) => ({ secret, form, text })),
  )
  return (text, where) =>
    forms.flatMap(({ secret, form, text: found }) =>
      text.includes(found) ? [{ secret, form, where: `${where}: ${around(text, found)}` }] : [],
    )
}

function around(text: string, found: string): string {
  const at = text.indexOf(found)
  return JSON.stringify(text.slice(Math.max(0, at - 100), at + found.length + 20))
}

/** Every row of every table, jobs and queues too. */
export async function searchDatabase(
  client: pg.Client,
  search: (text: string, where: string) => Leak[],
): Promise<Leak[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'partitions')`,
  )
  const leaks: Leak[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
    for (const { text } of rows) leaks.push(...search(text, `table ${name}`))
  }
  return leaks
}

/** Every file below the folder. */
export async function searchFiles(
  folder: string,
  search: (text: string, where: string) => Leak[],
): Promise<Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const leaks: Leak[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) leaks.push(...search(await readFile(path, 'latin1'), `file ${path}`))
  }
  return leaks
}
