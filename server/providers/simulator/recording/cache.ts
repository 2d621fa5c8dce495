import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '#server/platform/startup-error.ts'
import type { RenderedFile } from './recording.thread.ts'

export interface Recording extends RenderedFile {
  /** The MP3 file. */
  path: string
}

/**
 * Rendered recordings in a folder, `<name>.mp3` with its description in `<name>.json`. Processes may share the
 * folder: files appear whole or not at all, and any of them may go at any time, to be rendered again.
 */
export interface RecordingCache {
  find(name: string): Promise<Recording | undefined>
  /**
   * Has `write` write the sound to a temporary file, puts it in place, and removes what was used longest ago
   * beyond the folder's size.
   */
  add(name: string, write: (file: string) => Promise<RenderedFile>): Promise<Recording>
}

/** A temporary file as old as this was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000

const description = z.object({
  bytes: z.number(),
  sha256: z.string(),
  waveform: z.object({ agent: z.array(z.number()), caller: z.array(z.number()) }),
})

export function createRecordingCache(folder: string, maxBytes: number): RecordingCache {
  return {
    async find(name) {
      const path = join(folder, `${name}.mp3`)
      const found = await readDescription(join(folder, `${name}.json`))
      const size = (await unlessMissing(stat(path)))?.size
      if (found === undefined || size !== found.bytes) return undefined
      const now = new Date()
      await unlessMissing(utimes(path, now, now))
      return { ...found, path }
    },
    async add(name, write) {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${name}.mp3`)
      const temporary = join(folder, `${name}.${randomUUID()}`)
      try {
        const file = await write(`${temporary}.mp3.tmp`)
        await writeFile(`${temporary}.json.tmp`, JSON.stringify(file))
        await rename(`${temporary}.json.tmp`, join(folder, `${name}.json`))
        await rename(`${temporary}.mp3.tmp`, path)
        await prune(folder, maxBytes, path)
        return { ...file, path }
      } catch (error) {
        for (const ending of ['mp3', 'json']) await rm(`${temporary}.${ending}.tmp`, { force: true })
        throw error
      }
    },
  }
}

/** Undefined also where the file holds something else: the recording is then rendered again. */
async function readDescription(file: string): Promise<RenderedFile | undefined> {
  const text = await unlessMissing(readFile(file, 'utf8'))
  try {
    return description.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function prune(folder: string, maxBytes: number, keep: string): Promise<void> {
  const files = await listFiles(folder)
  const abandoned = files.filter(
    (file) => file.path.endsWith('.tmp') && file.usedAt < Date.now() - ABANDONED_MS,
  )
  for (const { path } of abandoned) await rm(path, { force: true })

  const recordings = files.filter((file) => file.path.endsWith('.mp3')).sort((a, b) => a.usedAt - b.usedAt)
  let total = recordings.reduce((bytes, file) => bytes + file.bytes, 0)
  for (const { path, bytes } of recordings) {
    if (total <= maxBytes) return
    if (path === keep) continue
    await rm(path, { force: true })
    await rm(path.replace(/mp3$/, 'json'), { force: true })
    total -= bytes
  }
}

async function listFiles(folder: string): Promise<{ path: string; bytes: number; usedAt: number }[]> {
  const names = await readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await unlessMissing(stat(path))
      return found && { path, bytes: found.size, usedAt: found.mtimeMs }
    }),
  )
  return files.filter((file) => file !== undefined)
}
