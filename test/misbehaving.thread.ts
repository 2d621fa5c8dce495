// Simulates failures of files and programs in a thread.
import { setTimeout as sleep } from 'node:timers/promises'

export type Misdeed = 'none' | 'hang' | 'sleep' | 'memory' | 'exit' | 'throw'

let tasks = 0

/** @returns how many tasks this thread was given */
export async function perform(misdeed: Misdeed): Promise<number> {
  tasks += 1
  if (misdeed === 'hang') for (;;);
  if (misdeed === 'sleep') await sleep(60_000)
  if (misdeed === 'memory') {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 1000 }, (_, at) => ({ at })))
  }
  if (misdeed === 'exit') process.exit(3)
  if (misdeed === 'throw') throw new RangeError('out of range')
  return tasks
}
