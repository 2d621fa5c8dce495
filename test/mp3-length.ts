import { MPEGDecoder } from 'mpg123-decoder'

/** Seconds that a player plays of an MP3 file, with the encoder's padding. */
export async function mp3Seconds(file: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const { samplesDecoded, sampleRate, errors } = decoder.decode(file)
    if (errors.length > 0) throw new Error(`Not an MP3 file: ${errors[0]?.message}`)
    return samplesDecoded / sampleRate
  } finally {
    decoder.free()
  }
}
