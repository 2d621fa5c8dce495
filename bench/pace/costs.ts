// Total resource usage of a process and its database.
import { readFile } from 'node:fs/promises'
import pg from 'pg'

export interface Costs {
  /** Sent to the database by the product, those of a transaction's frame included. */
  statements: number
  transactions: number
  /** Time in them as measured by the database, ms. */
  databaseMs: number
  /** Processor time of the product's process, ms. */
  nodeMs: number
  /** Processor time of all of PostgreSQL's processes, ms. */
  postgresMs: number
  peakMegabytes: number
}

export interface Measured {
  client: pg.Client
  read(): Promise<Costs>
  /** Counts statements from here on. */
  restart(): Promise<void>
  /** The statements that took most of the database's time since the last restart. */
  printStatements(calls: number): Promise<void>
  close(): Promise<void>
}

/** Of Linux on every machine that Node runs on. */
const TICKS_PER_SECOND = 100

/** @param ownerUrl of a database that has loaded pg_stat_statements */
export async function costs(ownerUrl: string, pid: number): Promise<Measured> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const postmaster = await client.query<{ parent: number }>('select pg_backend_pid() as parent')
  const parent = await parentOf(postmaster.rows[0]?.parent ?? 0)
  const restart = async () => {
    await client.query('select pg_stat_statements_reset()')
  }
  await restart()
  return {
    client,
    restart,
    async read() {
      const { rows } = await client.query<{ statements: number; ms: number; transactions: number }>(
        `select sum(s.calls)::float8 as statements, sum(s.total_exec_time + s.total_plan_time)::float8 as ms,
          (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::float8 as transactions
        from pg_stat_statements s where s.userid <> current_user::regrole`,
      )
      const [row] = rows
      return {
        statements: row?.statements ?? 0,
        transactions: row?.transactions ?? 0,
        databaseMs: row?.ms ?? 0,
        nodeMs: (await timesOf(pid)).own,
        postgresMs: await timeOfTree(parent),
        peakMegabytes: await peakOf(pid),
      }
    },
    async printStatements(calls) {
      const { rows } = await client.query<{ calls: number; ms: number; query: string }>(
        `select calls::float8, (total_exec_time + total_plan_time)::float8 as ms, regexp_replace(query, '\\s+', ' ', 'g') as query
        from pg_stat_statements where userid <> current_user::regrole
        order by total_exec_time + total_plan_time desc limit 45`,
      )
      for (const row of rows)
        console.log(
          `${(row.ms / calls).toFixed(3)} ms, ${(row.calls / calls).toFixed(2)} times a call (${(row.ms / row.calls).toFixed(2)} ms): ${row.query.slice(0, 170)}`,
        )
    },
    close: () => client.end(),
  }
}

async function statOf(pid: number | string): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name may hold spaces and brackets
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1])
}

/** Milliseconds of the process itself, and of its children that have ended. */
async function timesOf(pid: number | string): Promise<{ own: number; ended: number }> {
  const fields = await statOf(pid)
  const ms = (first: number): number =>
    ((Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0)) * 1000) / TICKS_PER_SECOND
  return { own: ms(11), ended: ms(13) }
}

async function timeOfTree(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  const { own, ended } = await timesOf(postmaster)
  const each = await Promise.all(children.trim().split(' ').map(timesOf))
  return own + ended + each.reduce((sum, times) => sum + times.own, 0)
}

async function peakOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
}
