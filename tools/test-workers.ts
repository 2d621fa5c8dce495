import { availableParallelism } from 'node:os'

/** Cores that this machine gives us. */
export const cores = Math.max(1, availableParallelism())

/**
 * Test workers side by side. Each keeps a database, a server or a browser at work beside itself and now and then waits
 * for it: one more than two cores keeps both busy.
 */
export const workers = Math.max(3, Math.floor(cores / 2))
