import type { Ctx } from '#server/ctx.ts'
import { importRun } from '#server/modules/brokers/imports/run-import.ts'
import { runToEnd } from '#server/platform/runs/runs.ts'

/** Runs an import or its undo to the end, as a worker would. */
export async function runImport(ctx: Ctx, importId: number): Promise<void> {
  await runToEnd(ctx, importRun, await runOfImport(ctx, importId))
}

export async function runOfImport(ctx: Ctx, importId: number): Promise<number> {
  const { runId } = await ctx.db
    .selectFrom('brokerImports')
    .select('runId')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  if (runId === null) throw new Error('this import was not started')
  return runId
}
