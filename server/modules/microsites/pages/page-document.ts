import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const pressBrotli = promisify(brotliCompress)
const pressGzip = promisify(gzip)

/** How hard a page is compressed that many will be sent, and one that few will. */
const KEPT = { brotli: constants.BROTLI_MAX_QUALITY, gzip: constants.Z_BEST_COMPRESSION }
const ONCE = { brotli: 5, gzip: 6 }

/** One page as bytes, in each encoding once that was asked for. */
export class PageDocument {
  readonly etag: string
  readonly #bytes: Partial<Record<Encoding, Buffer>>
  readonly #effort: typeof KEPT

  /** @param options.kept worth compressing as far as it goes */
  constructor(html: string, { kept }: { kept: boolean }) {
    const identity = Buffer.from(html)
    this.#bytes = { identity }
    this.#effort = kept ? KEPT : ONCE
    // weak: the same for each encoding
    this.etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  }

  /** The bytes where they are there already. */
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

/** The shortest encoding that the browser takes. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const taken = new Set<string>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    if (!parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))) taken.add(name.trim())
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') ? 'gzip' : 'identity'
}
