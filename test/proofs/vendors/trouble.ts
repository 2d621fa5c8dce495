// All failures between us and vendors, from one seed.
import type { Callback, Trip } from '#test/doubles/callbacks.ts'
import { type Fault, faults, type Seen } from '#test/doubles/double.ts'

export interface Rates {
  /** Of requests to a vendor that meet each kind of fault. */
  fault: number
  /** Shares of callbacks that arrive twice, late, and never. */
  twice: number
  late: number
  lost: number
}

export const calm: Rates = { fault: 0, twice: 0, late: 0, lost: 0 }

/** The sender needs the response to continue the conversation: a lost one ends it. */
const WAITED_FOR = /\/twilio\/(answer|choice|operator)\?|"type":"tool-calls"/

export interface Trouble {
  /** From now on. */
  rates: Rates
  fault(seen: Seen): Fault | undefined
  trip(callback: Callback): Trip
  /** Callbacks that were sent, to be sent again by somebody else. */
  overheard: Callback[]
  /** How often each thing happened. */
  happened: Record<string, number>
}

export function makeTrouble(random: () => number, rates: Rates): Trouble {
  const happened: Record<string, number> = {}
  const note = <T extends string>(what: T): T => {
    happened[what] = (happened[what] ?? 0) + 1
    return what
  }
  const trouble: Trouble = {
    rates,
    overheard: [],
    happened,
    fault() {
      const kind = faults[Math.floor(random() / trouble.rates.fault)]
      return kind && note(kind)
    },
    trip(callback) {
      trouble.overheard.push(callback)
      const { twice, late, lost } = trouble.rates
      const waited = WAITED_FOR.test(callback.url) || WAITED_FOR.test(callback.body)
      const chance = random()
      if (chance < twice) return note('twice')
      if (chance < twice + late) return note('late')
      if (chance < twice + late + lost && !waited) return note('lost')
      return 'once'
    },
  }
  return trouble
}

export interface Intruder {
  /** Ends it. @returns the unexpected responses */
  stop(): Promise<{ refused: number; problems: string[] }>
}

const TOO_LARGE = { twilio: 300 * 1024, vapi: 6 * 1024 * 1024 }

/** An eavesdropper: repeats callbacks, changes them, forges them, and sends requests that no vendor would. */
export function letIntruderIn(trouble: Trouble, random: () => number): Intruder {
  const problems: string[] = []
  let refused = 0
  let running = true

  async function post({ url, headers, body }: Callback): Promise<number> {
    const answer = await fetch(url, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
  async function expectStatus(what: string, callback: Callback, right: (status: number) => boolean) {
    const status = await post(callback)
    if (status === 403) refused += 1
    if (!right(status)) problems.push(`${what} was answered ${status}: ${callback.url}`)
  }
  async function intrude(): Promise<void> {
    const callback = trouble.overheard[Math.floor(random() * trouble.overheard.length)]
    if (!callback) return
    const twilio = callback.url.includes('/twilio/')
    const kind = Math.floor(random() * 4)
    if (kind === 0)
      // 503 where the vendor itself failed us meanwhile: it is to send the callback again
      return expectStatus('a replayed callback', callback, (status) => status < 300 || status === 503)
    if (kind === 1) {
      const forged = { ...callback, ...(twilio ? changedForm(callback) : wrongSecret(callback)) }
      return expectStatus('a forged callback', forged, isRefused)
    }
    if (kind === 2) {
      const headers = { 'content-type': callback.headers['content-type'] ?? '' }
      return expectStatus('an unsigned callback', { ...callback, headers }, isRefused)
    }
    const body = callback.body + 'x'.repeat(twilio ? TOO_LARGE.twilio : TOO_LARGE.vapi)
    // the server may hang up before it has read all of it
    return expectStatus('an oversized callback', { ...callback, body }, (status) => status === 413).catch(
      () => undefined,
    )
  }
  const work = (async () => {
    while (running) {
      await intrude().catch((error: unknown) => problems.push(`the intruder met ${error}`))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  })()
  return {
    async stop() {
      running = false
      await work
      return { refused, problems }
    },
  }
}

/** 429 beyond the limit, where nothing is counted any more. */
const isRefused = (status: number): boolean => status === 403 || status === 429

/** As if another key were pressed, and the call were over. */
function changedForm({ body }: Callback): Pick<Callback, 'body'> {
  const form = new URLSearchParams(body)
  form.set('Digits', form.get('Digits') === '4' ? '1' : '4')
  form.set('CallStatus', 'completed')
  return { body: form.toString() }
}

function wrongSecret({ headers, body }: Callback): Pick<Callback, 'headers' | 'body'> {
  const names = Object.keys(headers).filter((name) => !/^x-vapi/i.test(name))
  const others = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']))
  return { headers: { ...others, 'x-vapi-secret': 'made-up-secret' }, body: body.replace('"1"', '"4"') }
}
