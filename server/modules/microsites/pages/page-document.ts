import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const pressBrotli = promisify(brotliCompress)
const pressGzip = promisify(gzip)

/** Compression levels: the best for pages sent often, a fast one for others. */
const BEST = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION }
const FAST = { brotli: 5, gzip: 6 }

/** One page as bytes; each encoding is compressed on first request. */
export class PageDocument {
  readonly etag: string
  readonly #bytes: Partial<Record<Encoding, Buffer>>
  readonly #effort: typeof BEST

  /** @param options.cached true for pages sent often, worth the best compression */
  constructor(html: string, { cached }: { cached: boolean }) {
    const identity = Buffer.from(html)
    this.#bytes = { identity }
    this.#effort = cached ? BEST : FAST
    // weak, because it is the same for each encoding
    this.etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  }

  /** The bytes if already compressed. */
  ready(encoding: Encoding): Buffer | undefined {
    return this.#bytes[encoding]
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    return this.#bytes[encoding] ?? this.#press(encoding)
  }

  async #press(encoding: Encoding): Promise<Buffer> {
    const identity = this.#bytes.identity ?? Buffer.alloc(0)
    const pressed =
      encoding === 'br'
        ? await pressBrotli(identity, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#effort.brotli,
              [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
            },
          })
        : await pressGzip(identity, { level: this.#effort.gzip })
    this.#bytes[encoding] = pressed
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
