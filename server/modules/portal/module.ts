import type { AppModule } from '#server/module.ts'

/** The brokers' own place: composition of what the other modules keep, for one broker only. */
export const portalModule: AppModule = { name: 'portal' }
