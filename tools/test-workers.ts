import { availableParallelism } from 'node:os'

/** Cores that this machine gives us. */
export const cores = Math.max(1, availableParallelism())

/** Parallel test workers: each also runs a database, a server or a browser. */
export const workers = Math.max(2, Math.floor(cores / 2))

/** Browser and service tests wait for a part of their time, for pages, servers, PostgreSQL and timers: one more fills it. */
export const waitingWorkers = workers + 1
