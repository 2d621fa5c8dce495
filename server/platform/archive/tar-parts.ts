import { extract, pack } from 'tar-stream'

/** A piece of an archive's content, small enough to be in memory. */
export interface Part {
  /** A path such as `tables/brokers/00000`. */
  name: string
  bytes: Uint8Array
}

/** Content of unknown length is split into parts of this size, because a tar header states the length of what follows. */
export const PART_BYTES = 4 * 1024 * 1024

/** Splits content into numbered parts; empty content has one empty part. */
export async function* partsOf(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let waiting: Uint8Array[] = []
  let size = 0
  let number = 0
  const next = (): Part => ({ name: partName(name, number++), bytes: Buffer.concat(waiting) })
  for await (const chunk of content) {
    // copied: the source may reuse its buffer
    waiting.push(Buffer.from(chunk))
    size += chunk.length
    if (size < PART_BYTES) continue
    yield next()
    waiting = []
    size = 0
  }
  if (size > 0 || number === 0) yield next()
}

const partName = (name: string, number: number): string => `${name}/${String(number).padStart(5, '0')}`

/** The parts as a tar stream, written while it is read. */
export async function* tarOf(parts: AsyncIterable<Part>, at: Date): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const filling = fill(tar, parts, at).catch((error: Error) => tar.destroy(error))
  try {
    for await (const chunk of tar) yield chunk as Uint8Array // streamx declares no type of its chunks
    await filling
  } finally {
    tar.destroy()
  }
}

async function fill(tar: ReturnType<typeof pack>, parts: AsyncIterable<Part>, at: Date): Promise<void> {
  for await (const { name, bytes } of parts) {
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name, mtime: at }, bytes, (error) => (error ? reject(error) : resolve()))
    })
  }
  tar.finalize()
}

/** A part of another program's tar file could be of any size. */
const LARGEST_PART = 64 * 1024 * 1024

/** The parts of a tar stream, in order. @throws where it is none, or a part is larger than ours are */
export async function* partsIn(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const parser = extract()
  const feeding = feed(parser, tar).catch((error: Error) => parser.destroy(error))
  try {
    for await (const entry of parser) {
      const { name, size } = entry.header
      if (size > LARGEST_PART) throw new Error('it holds a part that is too large')
      const chunks: Uint8Array[] = []
      for await (const chunk of entry) chunks.push(chunk as Uint8Array) // as above
      yield { name, bytes: Buffer.concat(chunks) }
    }
    await feeding
  } finally {
    parser.destroy()
  }
}

async function feed(parser: ReturnType<typeof extract>, tar: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of tar) {
    // a reader that stops early closes the parser, which then never drains
    if (!parser.write(chunk) && !parser.destroyed) await drained(parser)
    if (parser.destroyed) return
  }
  parser.end(null)
}

async function drained(parser: ReturnType<typeof extract>): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      parser.off('drain', done)
      parser.off('close', done)
      resolve()
    }
    parser.on('drain', done)
    parser.on('close', done)
  })
}

/** Consecutive parts of the same content. */
export interface Entry {
  /** Without the part's number. */
  name: string
  content: AsyncIterable<Uint8Array>
}

/** Joins parts again. Content that the reader leaves unread is skipped. */
export async function* entriesIn(parts: AsyncIterable<Part>): AsyncGenerator<Entry> {
  const source = parts[Symbol.asyncIterator]()
  let next = await source.next()
  const isOf = (name: string): boolean => !next.done && entryName(next.value.name) === name
  async function* contentOf(name: string): AsyncGenerator<Uint8Array> {
    while (!next.done && isOf(name)) {
      yield next.value.bytes
      next = await source.next()
    }
  }
  try {
    while (!next.done) {
      const name = entryName(next.value.name)
      yield { name, content: contentOf(name) }
      while (isOf(name)) next = await source.next()
    }
  } finally {
    await source.return?.()
  }
}

const entryName = (partName: string): string => partName.replace(/\/\d+$/, '')
