import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DatabaseUrls } from '#server/platform/db/migrate.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The first message to the child process. */
export interface Task {
  database: DatabaseUrls
  secret: string
  /** Folder of Node's compile cache; undefined: no cache. */
  compileCache?: string | undefined
}

/** The child's message at its end. */
export interface Answer {
  /** The line for the terminal; null: all is done. */
  failure: string | null
}

/**
 * Migrates the database to this version, and loads the demo world, in a child process: its memory, up to a third of the
 * product's total, is freed at its exit. @throws StartupError with the child's error
 */
export async function prepareApart({ database, secret }: Omit<Task, 'compileCache'>): Promise<void> {
  const { url, ownerUrl } = database
  // the child reuses this process's compile cache
  module.flushCompileCache()
  const compileCache = module.getCompileCacheDir()
  const { failure } = await answerOf(fork(MAIN), { database: { url, ownerUrl }, secret, compileCache })
  if (failure) throw new StartupError(failure)
}

async function answerOf(child: ChildProcess, task: Task): Promise<Answer> {
  const exit = once(child, 'exit')
  let answer: Answer | undefined
  child.on('message', (message) => {
    // the process sends no other message
    answer = message as Answer
  })
  // an ended process is reported by its exit
  child.send(task, () => undefined)
  const [code, signal] = await exit
  return (
    answer ?? {
      failure: `The database was not prepared: the process for it ended (${signal ?? code}). Start again.`,
    }
  )
}
