import * as contract from '#contract/brokers/audiences.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { createAudience, deleteAudience, updateAudience } from './audiences.ts'
import {
  countBrokers,
  problemsOf,
  streamMembers,
  viewAudience,
  viewAudiences,
  viewMembers,
} from './audiences.views.ts'
import { viewLift } from './lift.views.ts'

export const routes: AppRoute[] = [
  route(contract.listAudiences, async ({ ctx }) => viewAudiences(ctx)),
  route(contract.createAudience, async ({ ctx, body }) => createAudience(ctx, body)),
  editRoute(contract.updateAudience, {
    lock: lockRow('audiences'),
    record: ({ ctx, params }) => viewAudience(ctx, params.id),
    save: ({ ctx, params, body }) => updateAudience(ctx, params.id, body),
  }),
  route(contract.deleteAudience, async ({ ctx, params }) => {
    await deleteAudience(ctx, params.id)
    return { deleted: true as const }
  }),
  route(contract.countAudience, async ({ ctx, body }) => ({
    brokers: await countBrokers(ctx, body.rules),
    problems: await problemsOf(ctx, body.rules),
  })),
  route(contract.audienceBrokers, async ({ ctx, params, query }) => viewMembers(ctx, params.id, query)),
  route(contract.campaignLift, async ({ ctx, params }) => viewLift(ctx, params.id)),
  route(contract.exportAudience, async ({ ctx, params, reply }) => {
    const { name } = await viewAudience(ctx, params.id)
    return sendCsv(reply, {
      name: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`,
      header: ['ID', 'Name', 'Company', 'State', 'Phone', 'Email'],
      pages: inPages(lines(streamMembers(ctx, params.id))),
    })
  }),
]

async function* lines(members: ReturnType<typeof streamMembers>): AsyncGenerator<CsvCell[]> {
  for await (const { id, name, company, region, phone, email } of members)
    yield [id, name, company, region, phone && formatPhone(phone), email]
}
