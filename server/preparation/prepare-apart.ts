import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DatabaseUrls } from '#server/platform/db/migrate.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** What the process is told first. */
export interface Task {
  database: DatabaseUrls
  secret: string
  /** Where Node keeps what it has compiled; left out: nowhere. */
  compileCache?: string | undefined
}

/** What it says when it has ended its work. */
export interface Answer {
  /** The line for the terminal; null: all is done. */
  failure: string | null
}

/**
 * Brings the database to this version, and loads the demo world, in a process of its own: what that leaves in memory, up
 * to a third of all that the product takes, goes with it. @throws StartupError with what went wrong there
 */
export async function prepareApart({ database, secret }: Omit<Task, 'compileCache'>): Promise<void> {
  const { url, ownerUrl } = database
  // what this process has compiled, the other need not compile again
  module.flushCompileCache()
  const compileCache = module.getCompileCacheDir()
  const { failure } = await answerOf(fork(MAIN), { database: { url, ownerUrl }, secret, compileCache })
  if (failure) throw new StartupError(failure)
}

async function answerOf(child: ChildProcess, task: Task): Promise<Answer> {
  const exit = once(child, 'exit')
  let answer: Answer | undefined
  child.on('message', (message) => {
    // the process says nothing else
    answer = message as Answer
  })
  // one that has ended already tells so by its exit
  child.send(task, () => undefined)
  const [code, signal] = await exit
  return (
    answer ?? {
      failure: `The database was not prepared: the process for it ended (${signal ?? code}). Start again.`,
    }
  )
}
