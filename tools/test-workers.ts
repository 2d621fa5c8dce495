import { availableParallelism } from 'node:os'

/** Cores that this machine gives us. */
export const cores = Math.max(1, availableParallelism())

/** Parallel test workers: each also runs a database, a server or a browser. */
export const workers = Math.max(2, Math.floor(cores / 2))

/** Browser tests wait for a sixth of their time, for pages, servers and each other's disk: one more fills it. */
export const browserWorkers = workers + 1
