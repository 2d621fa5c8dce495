import type { RenderedPage } from '#server/pdf/render/page-renderer.ts'

/** A fault takes no room worth counting, but must not make the cache endless. */
const ENTRY_BYTES = 200

/** Keeps the pictures that were asked for last, in memory only. */
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
      // the newest stands last
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
