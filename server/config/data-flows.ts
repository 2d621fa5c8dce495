import { vendorFacts } from '#contract/calls/vendors.ts'
import type { DataFlow } from '#contract/system/data-flows.ts'
import type { Config } from '#server/config.ts'
import { dataFlowOf } from '#server/providers/vendors.registry.ts'

const HERE = 'This machine'
const BY_ITSELF = 'By itself as soon as it answers'

/** The services that an installation uses, read from its settings: what is not configured receives nothing. */
export function dataFlows(config: Config): DataFlow[] {
  return [
    database(config),
    store(config),
    ...vendors(config),
    ...mail(config),
    ...calendars(config),
    ...others(config),
  ]
}

function database({ databaseUrl }: Config): DataFlow {
  return {
    service: 'Database',
    provider: 'PostgreSQL',
    receives: 'All records: brokers, calls with transcripts, messages, bookings, applications, audit log',
    place: databaseUrl === null ? HERE : hostOf(databaseUrl),
    protection: 'TLS with a checked certificate, or a private network; password',
    outage:
      'No screen opens and no call is started; requests are answered with "try again". By itself within four seconds of its return',
    substitute: 'Another PostgreSQL 15 or newer, restored from a backup',
  }
}

function store({ s3 }: Config): DataFlow {
  const flow = {
    service: 'Files',
    receives: 'Documents of brokers and recordings, encrypted before they leave; their names say nothing',
    outage: `Files can be neither read nor uploaded; calls go on. ${BY_ITSELF}`,
  }
  if (!s3)
    return {
      ...flow,
      provider: 'Disk',
      place: HERE,
      protection: 'Encrypted with keys of the vault',
      substitute: 'A store that speaks S3, after the files were copied',
    }
  return {
    ...flow,
    provider: s3.endpoint ? 'Store that speaks S3' : 'Amazon S3',
    place: s3.endpoint ? hostOf(s3.endpoint) : `Amazon region ${s3.region}`,
    protection: 'Encrypted with keys of the vault; TLS or a private network; access key',
    substitute: 'Another store that speaks S3, after the files were copied',
  }
}

function vendors({ vendors: configs }: Config): DataFlow[] {
  const names = Object.keys(vendorFacts) as (keyof typeof vendorFacts)[] // the keys of a literal are its type's keys
  return names.flatMap((name) => {
    const flow = dataFlowOf(name, configs)
    const other = names.find((candidate) => candidate !== name && configs[candidate])
    return flow
      ? [
          {
            ...flow,
            provider: vendorFacts[name].label,
            protection: 'TLS; keys of the account; callbacks are signed',
            outage: `Calls wait, and none is dialled twice. ${BY_ITSELF}`,
            substitute: other
              ? `${vendorFacts[other].label}, which is configured too`
              : 'Another vendor of telephone calls, once it is configured',
          },
        ]
      : []
  })
}

function mail({ mail: server }: Config): DataFlow[] {
  if (!server) return []
  return [
    {
      service: 'Mail',
      provider: 'Mail server',
      receives: 'Names, addresses and texts of mails to brokers and staff',
      place: server.host,
      protection: server.private ? 'A private network; password where given' : 'TLS; password where given',
      outage: `Mails wait in the outbox and are tried again. ${BY_ITSELF}`,
      substitute: 'Any other mail server',
    },
  ]
}

/** Connected calendars; those of CalDAV are at hosts that staff type in. */
function calendars({ calendars: { microsoft, google } }: Config): DataFlow[] {
  const flow = {
    service: 'Connected calendars of BDMs',
    receives:
      'Meetings of BDMs: times, names of brokers, agenda and links; of other entries only the times are used',
    protection: 'TLS; a permission that each BDM gives and can withdraw, encrypted in the database',
    outage: `Busy times known last are used, and meetings are written later. ${BY_ITSELF}`,
    substitute: 'Another calendar service, or the address of a published calendar',
  }
  return [
    ...(microsoft
      ? [{ ...flow, provider: 'Microsoft 365', place: 'The region of the BDM’s own directory' }]
      : []),
    ...(google
      ? [{ ...flow, provider: 'Google Calendar', place: 'The region of the BDM’s own account' }]
      : []),
  ]
}

function others({ clamav, asicDataUrl, calendarHosts, pushKey, databaseUrl, traces }: Config): DataFlow[] {
  const flows: DataFlow[] = [
    {
      service: 'Calendars of BDMs',
      provider: 'Their hosts',
      receives: 'Nothing; busy times are read from addresses that staff type in',
      place: calendarHosts?.join(', ') ?? 'Any public address',
      protection: 'TLS; public addresses only',
      outage: `The times known last are used. ${BY_ITSELF}`,
      substitute: 'Times entered under Bookings',
    },
  ]
  if (clamav)
    flows.push({
      service: 'Search for viruses',
      provider: 'ClamAV',
      receives: 'Every uploaded file, which it does not keep',
      place: clamav.host,
      protection: 'None in the protocol: this machine or a private network',
      outage: `No file is accepted. ${BY_ITSELF}`,
      substitute: 'Another ClamAV',
    })
  if (asicDataUrl)
    flows.push({
      service: 'Registers of ASIC',
      provider: 'Australian Government, data.gov.au',
      receives: 'Nothing; registers are downloaded',
      place: hostOf(asicDataUrl),
      protection: 'TLS; public addresses only',
      outage: 'Checks go by the last registers; they are fetched again every day',
      substitute: 'Registers uploaded under Surveillance',
    })
  if (traces)
    flows.push({
      service: 'Traces',
      provider: 'OpenTelemetry collector',
      receives: 'Times, states and ids of requests, jobs, calls and messages; no personal data',
      place: hostOf(traces.endpoint),
      protection: 'TLS, or a private network; access key where required',
      outage: 'None for users: traces of that time are lost',
      substitute: 'Another OpenTelemetry collector',
    })
  // with the embedded database a key is made where none is given
  if (pushKey !== null || databaseUrl === null)
    flows.push({
      service: 'Push messages to devices of staff',
      provider: 'Google, Apple, Mozilla or Microsoft, by the browser',
      receives: 'Kinds of tasks, encrypted for the device; no person',
      place: 'Chosen by the browser',
      protection: 'TLS; encrypted for the device; signed',
      outage: 'Tasks show on screens only. Messages that were not taken are not sent again',
      substitute: 'Mail and screens',
    })
  return flows
}

/** An address that may hold a password, or lead to a socket. */
function hostOf(address: string): string {
  const url = URL.parse(address)
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  return host === '' || host.startsWith('/') ? HERE : host
}
