import { setTimeout as delay } from 'node:timers/promises'
import type { Network } from '../../doubles/network.ts'
import type { S3Double } from '../../doubles/s3-double.ts'
import type { SmtpServer } from '../../doubles/smtp-server.ts'
import { until } from '../../product/client.ts'
import type { RunningServer } from '../../product/server.ts'
import { applicant, pdf } from '../../worlds/application-forms.ts'
import { type Figures, seconds } from './figures.ts'
import { startProbe } from './probe.ts'

export interface Services {
  smtp: SmtpServer
  s3: S3Double
  /** Between the product and each of them. */
  networks: readonly Network[]
}

const RESPONSIVE_MS = 1_000
/** A mail is tried again a minute after a first failure, which itself takes 20 seconds. */
const MAIL_SECONDS = 180

async function saveDraft(
  url: string,
  email: string,
  withFile: boolean,
): Promise<{ status: number; ms: number }> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...applicant, email })) form.set(name, value)
  if (withFile)
    form.set('piInsurance', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'pi.pdf')
  const start = performance.now()
  const answer = await fetch(`${url}/api/accreditations/drafts`, { method: 'POST', body: form })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - start }
}

/** Mail server and store take connections and never answer, then do again. */
export async function silenceServices(
  { smtp, s3, networks }: Services,
  {
    server,
    cookie,
    figures,
    silentSeconds,
  }: { server: RunningServer; cookie: string; figures: Figures; silentSeconds: number },
): Promise<void> {
  console.log(`mail server and file store say nothing for ${silentSeconds} s and longer`)
  const probe = startProbe(server, cookie)
  const mailsTo = (email: string): number => smtp.mails.filter(({ to }) => to.includes(email)).length
  const kept = s3.objects.size
  for (const network of networks) await network.turn('silent')
  const from = performance.now()
  // a form without a file is saved immediately, one with a file gets a request to retry later
  const plain = await saveDraft(server.url, 'mei.chen@example.com', false)
  figures.tell(
    'a form without a file meanwhile',
    `${plain.status} after ${seconds(plain.ms)}`,
    plain.status === 201,
  )
  const refused = await saveDraft(server.url, 'second.chen@example.com', true)
  figures.tell(
    'a form with a file meanwhile',
    `${refused.status} after ${seconds(refused.ms)}`,
    refused.status === 503,
  )
  await delay(Math.max(0, silentSeconds * 1000 - (performance.now() - from)))
  const to = performance.now()
  const samples = probe.samples(from, to - RESPONSIVE_MS)
  const slowest = Math.max(0, ...samples.map(({ ms }) => ms))
  const wrong = samples.filter(({ status }) => status !== 200).length
  figures.tell(
    'requests meanwhile',
    `${samples.length}, ${wrong} not answered 200, the slowest in ${Math.round(slowest)} ms`,
    samples.length > 0 && wrong === 0 && slowest < RESPONSIVE_MS,
  )
  const lines = probe.linesAMinute(from, to)
  figures.tell('lines in the log, the most a minute', String(lines), lines < 200)
  figures.tell(
    'mails and files that went out meanwhile',
    String(mailsTo('mei.chen@example.com') + s3.objects.size - kept),
  )
  for (const network of networks) await network.turn('through')
  const back = performance.now()
  const again = await until(
    'a form with a file',
    () => saveDraft(server.url, 'third.chen@example.com', true),
    ({ status }) => status === 201,
    120,
  )
  figures.tell(
    'a form with a file is taken again',
    `${again.status}, ${seconds(performance.now() - back)} later`,
  )
  figures.tell('files in the store', `${s3.objects.size - kept}`, s3.objects.size - kept === 1)
  await until(
    'the mail',
    async () => mailsTo('mei.chen@example.com'),
    (count) => count > 0,
    MAIL_SECONDS,
  )
  figures.tell('the mail went out', `${seconds(performance.now() - back)} later`)
  await delay(2_000)
  figures.tell('copies of it', String(mailsTo('mei.chen@example.com')), mailsTo('mei.chen@example.com') === 1)
  await probe.stop()
}
