import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { ScannerUnavailable, type ScanSession, type VirusScanner } from '../ports/scanner.ts'

export interface ClamavAddress {
  host: string
  port: number
}

const CONNECT_MS = 3000
/** A file of some megabytes takes clamd well under a second. */
const ANSWER_MS = 10_000
/** An answer is one short line. */
const MAX_ANSWER = 4096

/** Scans with a ClamAV daemon, streaming the file to it (clamd's INSTREAM command). */
export function createClamav({ host, port }: ClamavAddress, answerMs: number = ANSWER_MS): VirusScanner {
  return {
    name: `ClamAV at ${host}:${port}`,
    async open() {
      const socket = createConnection({ host, port })
      try {
        await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
      } catch (error) {
        socket.destroy()
        throw new ScannerUnavailable('the virus scanner does not answer', { cause: error })
      }
      return new ClamavSession(socket, answerMs)
    },
  }
}

class ClamavSession implements ScanSession {
  readonly #socket: Socket
  /** The complete response; it may arrive early, e.g. for a file that is too large for the daemon. */
  readonly #answer: Promise<string>
  readonly #answerMs: number
  #failure: Error | null = null

  constructor(socket: Socket, answerMs: number) {
    this.#socket = socket
    this.#answerMs = answerMs
    this.#answer = readAnswer(socket)
    // `finish` reports it, unless the caller has given up
    this.#answer.catch((error: Error) => {
      this.#failure = error
    })
    socket.write('zINSTREAM\0')
  }

  async write(chunk: Uint8Array): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    this.#check()
    this.#socket.write(length)
    // a copy: the caller owns the chunk, and may change it before it has been sent
    if (this.#socket.write(Buffer.from(chunk))) return
    await Promise.race([
      once(this.#socket, 'drain', { signal: AbortSignal.timeout(this.#answerMs) }),
      this.#answer,
    ]).catch((error: unknown) => {
      throw new ScannerUnavailable('the virus scanner takes no more', { cause: error })
    })
  }

  async finish(): Promise<string | null> {
    this.#check()
    this.#socket.write(Buffer.alloc(4))
    const late = setTimeout(() => this.#socket.destroy(new Error('no answer in time')), this.#answerMs)
    try {
      return verdictOf(await this.#answer)
    } finally {
      clearTimeout(late)
      this.close()
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  #check(): void {
    if (this.#failure) throw this.#failure
  }
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  try {
    for await (const data of socket) {
      answer += String(data)
      if (answer.includes('\0') || answer.length > MAX_ANSWER) return answer
    }
  } catch (error) {
    throw new ScannerUnavailable('the virus scanner closed the connection', { cause: error })
  }
  throw new ScannerUnavailable('the virus scanner closed the connection')
}

function verdictOf(answer: string): string | null {
  const text = answer.replace(/\0[\s\S]*$/, '').trim()
  if (text === 'stream: OK') return null
  const found = /^stream: (\S{1,200}) FOUND$/.exec(text)?.[1]
  if (found) return found
  throw new ScannerUnavailable(`the virus scanner answered ${JSON.stringify(text.slice(0, 200))}`)
}
