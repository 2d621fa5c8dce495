import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'

/** A multipart form with one file, as a browser sends it. */
export function uploadForm(
  file: string | Buffer,
  options: { filename?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {},
): InjectOptions {
  const boundary = `form-${randomBytes(12).toString('hex')}`
  const fields = Object.entries(options.fields ?? {}).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${options.filename ?? 'brokers.csv'}"\r\ncontent-type: text/csv\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(fields.join('') + head),
      Buffer.from(file),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...options.headers },
  }
}
