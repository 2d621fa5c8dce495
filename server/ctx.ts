import type { StaffRole } from '#contract/policy.ts'
import type { BaseCtx } from '#server/platform/ctx.ts'
import type { JobHandler } from '#server/platform/jobs/job.ts'
import type { Run, RunKind } from '#server/platform/runs/run.ts'
import type { AppEvents } from './events.ts'
import type { Listeners } from './platform/bus.ts'
import type { Providers } from './providers/providers.ts'
import type { DB } from './schema.gen.ts'

/** The context of Brokerline's services. */
export type Ctx = BaseCtx<DB, AppEvents, Providers, StaffRole>
export type AppListeners = Listeners<AppEvents, Ctx>
export type AppJob = JobHandler<Ctx>
/** A kind of work in batches, see platform/runs. */
export type AppRun<R extends Run = Run, Prepared = unknown> = RunKind<Ctx, R, Prepared>
