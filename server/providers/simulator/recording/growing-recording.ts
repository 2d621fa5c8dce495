import { Readable } from 'node:stream'
import type { Recording, Waveform } from '#server/providers/ports/voice.ts'
import { mp3Bytes } from './mp3.ts'
import type { RenderedPart } from './recording.thread.ts'
import type { RecordingScore } from './score.ts'
import { WAVEFORM_POINTS } from './waveform.ts'

/** A recording that is read while it is rendered: how long it will be is known from the start. */
export class GrowingRecording implements Recording {
  readonly bytes: number
  readonly etag: string
  readonly #sound: Buffer
  #made = 0
  #waveform: Waveform = { agent: silence(), caller: silence() }
  #failure: Error | null = null
  /** Resolved by each part, or by the end. */
  #news = Promise.withResolvers<void>()

  /** @param name the same for the same bytes */
  constructor(name: string, score: RecordingScore) {
    this.bytes = mp3Bytes(score.durationSeconds)
    this.etag = name
    this.#sound = Buffer.alloc(this.bytes)
  }

  /** The next part, from the front. */
  add({ sound, waveform }: RenderedPart): void {
    this.#sound.set(sound, this.#made)
    this.#made += sound.length
    this.#waveform = waveform
    this.#tell()
  }

  /** No more will come; whoever reads it is told. */
  fail(reason: Error): void {
    if (this.#made === this.bytes) return
    this.#failure = reason
    this.#tell()
  }

  get failure(): Error | null {
    return this.#failure
  }

  soFar(): { waveform: Waveform; ready: number } {
    return { waveform: this.#waveform, ready: this.#made / this.bytes }
  }

  /** @throws before anything is promised, if nothing can be read from there */
  async read(range: { start: number; end: number }): Promise<Readable> {
    await this.#has(Math.min(range.start + 1, this.bytes))
    return Readable.from(this.#part(range), { objectMode: false })
  }

  async waveform(): Promise<Waveform> {
    await this.#has(this.bytes)
    return this.#waveform
  }

  async #has(bytes: number): Promise<void> {
    while (this.#made < bytes) {
      if (this.#failure) throw this.#failure
      await this.#news.promise
    }
  }

  async *#part({ start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; ) {
      await this.#has(at + 1)
      const to = Math.min(this.#made, end + 1)
      yield this.#sound.subarray(at, to)
      at = to
    }
  }

  #tell(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers<void>()
  }
}

const silence = (): number[] => new Array<number>(WAVEFORM_POINTS).fill(0)
