import type { RenderedPage } from '#server/pdf/render/page-renderer.ts'

/** Counted per entry, so that even cached faults, which have no picture, fill the cache eventually. */
const ENTRY_BYTES = 200

/** An in-memory cache of rendered pages that drops the least recently used. */
export class PageCache {
  readonly #limit: number
  readonly #pages = new Map<string, RenderedPage>()
  #bytes = 0

  /** @param limit bytes of all pictures together */
  constructor(limit: number) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): RenderedPage | undefined {
    const page = this.#pages.get(key)
    if (page) {
      // re-inserted as the most recently used
      this.#pages.delete(key)
      this.#pages.set(key, page)
    }
    return page
  }

  set(key: string, page: RenderedPage): void {
    this.#drop(key)
    if (sizeOf(page) > this.#limit) return
    this.#pages.set(key, page)
    this.#bytes += sizeOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#limit) return
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#pages.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#pages.delete(key)
    this.#bytes -= sizeOf(page)
  }
}

const sizeOf = (page: RenderedPage): number => ENTRY_BYTES + (page.ok ? page.png.length : 0)
