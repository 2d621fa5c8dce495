import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClamdDouble, startClamd } from '#test/doubles/clamd-double.ts'
import { ScannerUnavailable } from '../ports/scanner.ts'
import { createClamav } from './clamav.ts'

// in two pieces, so that no scanner finds it here
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

let clamd: ClamdDouble
beforeEach(async () => {
  clamd = await startClamd()
})
afterEach(() => clamd.close())

async function scan(bytes: Buffer, { size = 10_000, answerMs = 15_000 } = {}): Promise<string | null> {
  const session = await createClamav({ host: '127.0.0.1', port: clamd.port }, answerMs).open()
  try {
    for (let at = 0; at < bytes.length; at += size) await session.write(bytes.subarray(at, at + size))
    return await session.finish()
  } finally {
    session.close()
  }
}

describe('ClamAV', () => {
  it('is sent the very bytes, and finds nothing in a clean file', async () => {
    const bytes = Buffer.alloc(3_000_000, 'clean ')
    expect(await scan(bytes)).toBeNull()
    expect(clamd.received.map((file) => file.equals(bytes))).toEqual([true])
  })

  // Covers: come-looks-7
  it('names what it finds', async () => {
    expect(await scan(Buffer.from(EICAR), { size: 5 })).toBe('Win.Test.EICAR_HDB-1')
  })

  // Covers: come-looks-7
  it.each<[string, (double: ClamdDouble) => void]>([
    ['hangs up at the end', (double) => (double.answer = () => 'end')],
    ['says something else', (double) => (double.answer = () => 'HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['says half of it', (double) => (double.answer = () => 'stream: O')],
    ['has had enough', (double) => (double.answer = () => 'INSTREAM size limit exceeded. ERROR\0')],
    ['hangs up in the middle', (double) => (double.breaksAfter = 50_000)],
    ['says two things at once', (double) => (double.answer = () => 'stream: OK stream: X FOUND\0')],
  ])('that %s has not judged the file', async (_name, tell) => {
    tell(clamd)
    await expect(scan(Buffer.alloc(2_000_000, 'x'))).rejects.toThrow(ScannerUnavailable)
  })

  it('that says nothing has not judged the file', async () => {
    clamd.answer = () => null
    await expect(scan(Buffer.alloc(1000), { answerMs: 200 })).rejects.toThrow(ScannerUnavailable)
  })

  it('that nobody answers for is told so at once', async () => {
    await clamd.close()
    const gone = createClamav({ host: '127.0.0.1', port: clamd.port })
    await expect(gone.open()).rejects.toThrow(ScannerUnavailable)
    clamd = await startClamd()
  })
})
