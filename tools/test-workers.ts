import { availableParallelism } from 'node:os'

/** Cores that this machine gives us. */
export const cores = Math.max(1, availableParallelism())

/** Test workers side by side: each keeps a database, a server or a browser at work beside itself. */
export const workers = Math.max(2, Math.floor(cores / 2))

/** Browser tests wait for a sixth of their time, for pages, servers and each other's disk: one more fills it. */
export const browserWorkers = workers + 1
