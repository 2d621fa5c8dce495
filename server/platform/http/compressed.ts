import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const pressBrotli = promisify(brotliCompress)
const pressGzip = promisify(gzip)

/** Less is sent as it is: compressed, it would hardly be smaller. */
export const LEAST_COMPRESSED_BYTES = 1024

/** Compression levels: the maximum for content that is sent often, a low one for the rest. */
const EFFORTS = {
  best: { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION },
  fast: { brotli: 5, gzip: 6 },
}

/** Bytes that are sent more than once; each encoding is compressed at its first request. */
export class Compressed {
  readonly identity: Buffer
  readonly #effort: keyof typeof EFFORTS
  readonly #ready: Partial<Record<Encoding, Buffer>>
  readonly #pressing = new Map<Encoding, Promise<Buffer>>()

  constructor(identity: Buffer, effort: keyof typeof EFFORTS) {
    this.identity = identity
    this.#effort = effort
    this.#ready = { identity }
  }

  /** The bytes if already compressed. */
  ready(encoding: Encoding): Buffer | undefined {
    return this.#ready[encoding]
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    const ready = this.#ready[encoding]
    if (ready) return ready
    const pressing = this.#pressing.get(encoding) ?? this.#press(encoding)
    this.#pressing.set(encoding, pressing)
    // one that failed is tried again
    return pressing.finally(() => this.#pressing.delete(encoding))
  }

  async #press(encoding: Encoding): Promise<Buffer> {
    const { identity } = this
    const effort = EFFORTS[this.#effort]
    const pressed =
      encoding === 'br'
        ? await pressBrotli(identity, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
              [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
            },
          })
        : await pressGzip(identity, { level: effort.gzip })
    this.#ready[encoding] = pressed
    return pressed
  }
}

/** The smallest encoding that the browser accepts. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const names = new Set<string>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    if (!parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))) names.add(name.trim())
  }
  if (names.has('br')) return 'br'
  return names.has('gzip') ? 'gzip' : 'identity'
}
