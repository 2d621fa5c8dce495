import type { Ctx } from '#server/ctx.ts'

/** A broker's open requests: the reviewer's note by document type. */
export async function viewRequests(ctx: Ctx, brokerId: number): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('documentRequests')
    .select(['documentTypeId', 'note'])
    .where('brokerId', '=', brokerId)
    .where('endedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ documentTypeId, note }) => [documentTypeId, note]))
}
