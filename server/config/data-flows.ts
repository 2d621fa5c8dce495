import { vendorFacts } from '#contract/calls/vendors.ts'
import type { DataFlow } from '#contract/system/data-flows.ts'
import type { Config } from '#server/config.ts'
import type { S3Settings } from '#server/providers/files/s3-store.ts'
import { dataFlowOf } from '#server/providers/vendors.registry.ts'
import { LOOPBACK } from './env.ts'

const HERE = 'This machine'
const LOCAL = 'Local connection on this machine; no network is used'
const PRIVATE = 'Private network without TLS'
const TLS = 'TLS with a verified server certificate'

/** The services that an installation's environment names: what is not configured receives nothing. */
export function dataFlows(config: Config): DataFlow[] {
  return [
    database(config),
    fileStorage(config),
    ...backups(config),
    ...telephony(config),
    ...mail(config),
    ...connectedCalendars(config),
    ...others(config),
  ]
}

function database({ databaseUrl }: Config): DataFlow {
  const place = databaseUrl === null ? HERE : hostOf(databaseUrl)
  const hasTls = databaseUrl !== null && !/[?&]sslmode=disable(&|$)/.test(databaseUrl)
  return {
    service: 'Database',
    provider: 'PostgreSQL',
    receives:
      'All records: brokers, calls and transcripts, messages, bookings, applications and the audit log',
    place,
    protection:
      place === HERE ? 'Local socket on this machine; password' : `${hasTls ? TLS : PRIVATE}; password`,
    outage:
      'Users cannot sign in or open pages, and no calls start. The service recovers automatically within four seconds of the database returning.',
    substitute: 'Another PostgreSQL server, version 15 or later, restored from a backup',
  }
}

function fileStorage({ s3 }: Config): DataFlow {
  const flow = {
    service: 'File storage',
    outage:
      'Documents and recordings cannot be opened or uploaded; calls continue. The service recovers automatically once storage is available.',
    substitute: 'Any S3-compatible storage, after the files are copied across',
  }
  if (!s3)
    return {
      ...flow,
      provider: 'Local disk',
      receives: 'Broker documents and call recordings. File names contain no personal information.',
      place: HERE,
      protection: 'Encrypted with keys held by this installation',
    }
  return {
    ...flow,
    receives:
      'Broker documents and call recordings, encrypted before they are sent. File names contain no personal information.',
    ...bucket(s3),
    protection: `Encrypted before upload with keys held by this installation; ${transportOf(s3)}; access key`,
  }
}

/** Backups in a folder are on this machine or a disk that it mounts. */
function backups({ backups: { recipients, s3 } }: Config): DataFlow[] {
  if (recipients.length === 0 || s3 === null) return []
  return [
    {
      service: 'Backup storage',
      receives: 'Daily backups of all records and files, encrypted before they are sent',
      ...bucket(s3),
      protection: `Encrypted before upload with the operator’s public key; ${transportOf(s3)}; access key`,
      outage:
        'No backups are made; everything else continues. Backups resume automatically once storage is available.',
      substitute: 'Any S3-compatible storage, or a local folder',
    },
  ]
}

const bucket = ({ endpoint, region }: S3Settings): Pick<DataFlow, 'provider' | 'place'> =>
  endpoint
    ? { provider: 'S3-compatible storage', place: hostOf(endpoint) }
    : { provider: 'Amazon S3', place: `Amazon region ${region}` }

const transportOf = ({ endpoint }: S3Settings): string =>
  endpoint?.startsWith('http:')
    ? hostOf(endpoint) === HERE
      ? 'local connection'
      : 'private network without TLS'
    : 'TLS'

function telephony({ vendors: configs }: Config): DataFlow[] {
  const names = Object.keys(vendorFacts) as (keyof typeof vendorFacts)[] // the keys of a literal are its type's keys
  return names.flatMap((name) => {
    const flow = dataFlowOf(name, configs)
    const other = names.find((candidate) => candidate !== name && configs[candidate])
    return flow
      ? [
          {
            ...flow,
            provider: vendorFacts[name].label,
            protection: 'TLS; API keys; callbacks are verified',
            outage:
              'Calls wait and resume automatically once the provider is available. Nobody is dialled twice.',
            substitute: other
              ? `${vendorFacts[other].label}, which is also configured`
              : 'Another telephony provider, once it is configured',
          },
        ]
      : []
  })
}

function mail({ mail: server }: Config): DataFlow[] {
  if (!server) return []
  const place = placeOf(server.host)
  const transport = place === HERE ? LOCAL : server.private ? PRIVATE : TLS
  return [
    {
      service: 'Email',
      provider: 'Mail server (SMTP)',
      receives: 'Names, email addresses and the content of emails to brokers and staff',
      place,
      protection: server.password === null ? transport : `${transport}; password`,
      outage:
        'Emails wait in the outbox and are retried automatically for up to 14 hours. Staff can resend them after that.',
      substitute: 'Any other mail server',
    },
  ]
}

/** Those that an operator configures; calendars over CalDAV are at hosts that staff enter. */
function connectedCalendars({ calendars: { microsoft, google } }: Config): DataFlow[] {
  const flow = {
    service: 'Connected BDM calendars',
    receives:
      'Meetings of BDMs with times, broker names, agenda and links. Of other calendar entries only the times are read.',
    protection: 'TLS; access that each BDM grants and can withdraw, stored encrypted',
    outage:
      'The last known busy times stay in use, and meetings are added to calendars later. The service recovers automatically.',
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

function others(config: Config): DataFlow[] {
  const { clamav, asicDataUrl, calendarHosts, pushKey, databaseUrl, traces, witness } = config
  const flows: DataFlow[] = [
    {
      service: 'BDM calendars',
      provider: 'Calendar services chosen by staff',
      receives:
        'Of connected CalDAV calendars: meetings with the name and the contact of the person met. Of published calendar addresses nothing: they are downloaded.',
      place: calendarHosts?.join(', ') ?? 'Any public internet host',
      protection: 'TLS; addresses on private networks are blocked; user name and password, stored encrypted',
      outage:
        'The last downloaded busy times stay in use. Downloads resume automatically, and meetings are written then.',
      substitute: 'Absences entered under Bookings; mails with calendar entries',
    },
  ]
  if (clamav) {
    const place = placeOf(clamav.host)
    flows.push({
      service: 'Virus scanning',
      provider: 'ClamAV',
      receives: 'Every uploaded file, which is scanned and not kept',
      place,
      protection: place === HERE ? LOCAL : 'Private network; the protocol has no encryption',
      outage: 'Uploads are refused. They work again automatically once scanning is available.',
      substitute: 'Another ClamAV server',
    })
  }
  if (asicDataUrl)
    flows.push({
      service: 'ASIC registers',
      provider: 'Australian Government, data.gov.au',
      receives: 'Nothing is sent. Public registers are downloaded.',
      place: hostOf(asicDataUrl),
      protection: 'TLS; addresses on private networks are blocked',
      outage: 'Checks use the last downloaded registers. Downloads are retried every day.',
      substitute: 'Registers uploaded under Surveillance',
    })
  if (traces) {
    flows.push({
      service: 'Operational traces',
      provider: 'OpenTelemetry collector',
      receives:
        'Timings, states and internal ids of requests, jobs, calls and messages; no personal information',
      place: hostOf(traces.endpoint),
      protection: transportTo(traces.endpoint),
      outage: 'No effect on users. Traces from that period are lost.',
      substitute: 'Another OpenTelemetry collector',
    })
  }
  if (witness)
    flows.push({
      service: 'Witness of the transparency log',
      provider: 'Witness server',
      receives: 'Checksums of the log; no personal information',
      place: hostOf(witness.url),
      protection: `${transportTo(witness.url)}; signed`,
      outage: 'Records are sealed without its signature, which is added once it is available.',
      substitute: 'Another witness of the same protocol (C2SP tlog-witness)',
    })
  // with the embedded database a key is made where none is given
  if (pushKey !== null || databaseUrl === null)
    flows.push({
      service: 'Push notifications to staff',
      provider: 'The browser’s push service (Google, Apple, Mozilla or Microsoft)',
      receives: 'The kind of task only, encrypted for the device; no personal information',
      place: 'Chosen by the browser',
      protection: 'TLS; encrypted for the device; signed',
      outage: 'Tasks still appear on screen. Missed notifications are not sent again.',
      substitute: 'Email and tasks on screen',
    })
  return flows
}

/** How data travel to an address. */
export function transportTo(address: string): string {
  if (address.startsWith('https:')) return TLS
  return hostOf(address) === HERE ? LOCAL : PRIVATE
}

/** The host of an address that may hold a password, or lead to a socket. */
export function hostOf(address: string): string {
  const url = URL.parse(address)
  return placeOf(url?.searchParams.get('host') ?? url?.hostname ?? '')
}

/** A socket's folder may be written with %2F. */
function placeOf(host: string): string {
  const name = decodeURIComponent(host).replace(/^\[|\]$/g, '')
  return name === '' || name.startsWith('/') || LOOPBACK.has(name) ? HERE : host
}
