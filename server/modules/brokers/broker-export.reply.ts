import type { FastifyReply } from 'fastify'
import { type BrokerFieldName, brokerFieldNames, brokerFields } from '#contract/brokers/broker-fields.ts'
import { type Broker, callBasisLabels } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { type CsvCell, inPages, sendCsv } from '#server/platform/http/csv.ts'
import { formatPhone } from './phone.rules.ts'
import { type BrokerFilters, streamBrokers } from './views.ts'

const leading: readonly BrokerFieldName[] = ['name', 'company', 'phone']
const otherFields = brokerFieldNames.filter((field) => !leading.includes(field))

const cellOf =
  (field: BrokerFieldName) =>
  (broker: Broker): CsvCell =>
    field === 'bdm' ? (broker.bdm?.name ?? null) : broker[field]

/** Headers that the import recognises, so that an export can be imported again. */
const columns: Record<string, (broker: Broker) => CsvCell> = {
  ID: (broker) => broker.id,
  Name: (broker) => broker.name,
  Company: (broker) => broker.company,
  Phone: (broker) => broker.phone && formatPhone(broker.phone),
  ...Object.fromEntries(otherFields.map((field) => [brokerFields[field].label, cellOf(field)])),
  Status: (broker) => broker.status,
  'Call basis': (broker) => callBasisLabels[broker.callBasis],
  'Basis source': (broker) => broker.callBasisSource,
  'Number from': (broker) => broker.numberSource,
  'Basis since': (broker) => broker.callBasisAt,
  Suppressed: (broker) => (broker.suppressed ? 'yes' : 'no'),
  Suspended: (broker) => (broker.suspended ? 'yes' : 'no'),
  'Added at': (broker) => broker.createdAt,
}

/** Sends the directory with the filters and sort order of the screen. */
export function sendBrokers(ctx: Ctx, filters: BrokerFilters, reply: FastifyReply): Promise<FastifyReply> {
  return sendCsv(reply, {
    name: 'brokers.csv',
    header: Object.keys(columns),
    pages: inPages(rows(ctx, filters)),
  })
}

async function* rows(ctx: Ctx, filters: BrokerFilters): AsyncGenerator<CsvCell[]> {
  for await (const broker of streamBrokers(ctx, filters)) {
    yield Object.values(columns).map((cell) => cell(broker))
  }
}
