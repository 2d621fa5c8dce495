import { createHash } from 'node:crypto'
import { Compressed } from '#server/platform/http/compressed.ts'

/** One page as bytes. */
export class PageDocument extends Compressed {
  readonly etag: string

  /** @param options.cached true for pages sent often, worth the best compression */
  constructor(html: string, { cached }: { cached: boolean }) {
    super(Buffer.from(html), cached ? 'best' : 'fast')
    // weak, because it is the same for each encoding
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`
  }
}
