import type { AppModule } from '#server/module.ts'
import { jobs } from './jobs.ts'
import { listeners } from './listeners.ts'
import { routes } from './routes.ts'

/** Calendars that BDMs have connected: busy times are read from them, meetings are kept equal on both sides. */
export const calendarsModule: AppModule = { name: 'calendars', routes, jobs, listeners }
