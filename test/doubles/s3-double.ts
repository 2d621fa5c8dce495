import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface DoubleSettings {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A stand-in for a bucket on the loopback address, which verifies every signature independently. */
export interface S3Double {
  url: string
  objects: Map<string, { bytes: Buffer; at: Date }>
  /** Uploads in parts that were begun and not ended. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; at: Date }>
  /** Methods and paths, in order. */
  asked: string[]
  /** Answers the next requests that fit with an error instead. */
  failing: ((request: IncomingMessage) => number | null) | null
  /** Objects a page of a list. */
  pageSize: number
  close(): Promise<void>
}

const hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** AWS Signature Version 4, written from its specification. @returns the fault; null when it is valid */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  settings: DoubleSettings,
): string | null {
  const header = request.headers.authorization ?? ''
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header)
  if (!parts) return 'no signature'
  const [, credential = '', signed = '', signature = ''] = parts
  const [id, day = '', region, service] = credential.split('/')
  if (id !== settings.accessKeyId || region !== settings.region || service !== 's3') return 'another scope'
  const sent = String(request.headers['x-amz-content-sha256'] ?? '')
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== hex(body)) return 'another body'
  const url = new URL(request.url ?? '', 'http://double')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, sent].join('\n')
  const at = String(request.headers['x-amz-date'])
  const scope = `${day}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${settings.secretAccessKey}`, day), region), 's3'), 'aws4_request')
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, hex(canonical)].join('\n')).toString('hex')
  return expected === signature ? null : 'another signature'
}

export async function startS3Double(settings: DoubleSettings): Promise<S3Double> {
  const server = createServer((request, response) => {
    answer(double, settings, request, response).catch((error: unknown) => response.destroy(error as Error)) // an Error
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP listener
  const double: S3Double = {
    url: `http://127.0.0.1:${port}`,
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    failing: null,
    pageSize: 1000,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return double
}

const xml = (response: ServerResponse, status: number, body: string): unknown => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

async function answer(
  double: S3Double,
  settings: DoubleSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  const body = await buffer(request)
  const url = new URL(request.url ?? '', double.url)
  const [, bucket = '', key = ''] = url.pathname.split('/')
  const action = `${request.method} ${url.pathname}${url.search && `?${[...url.searchParams.keys()].sort().join('&')}`}`
  double.asked.push(action)
  const status = double.failing?.(request) ?? (signatureFault(request, body, settings) ? 403 : null)
  if (status) return xml(response, status, `<Error><Code>Refused</Code><Message>refused</Message></Error>`)
  if (bucket !== settings.bucket) return xml(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
  const query = url.searchParams
  if (!key) return aboutBucket(double, request, query, response)
  if (query.has('uploads') || query.has('uploadId'))
    return inParts(double, { key, query, body, request, response })
  const object = double.objects.get(key)
  switch (request.method) {
    case 'PUT':
      if (Number(request.headers['content-length']) !== body.length)
        throw new Error('a body of unknown length')
      double.objects.set(key, { bytes: body, at: new Date() })
      return response.writeHead(200, { etag: `"${hex(body)}"` }).end()
    case 'GET':
      if (!object) return xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
      return response.writeHead(200, { 'content-length': object.bytes.length }).end(object.bytes)
    case 'DELETE':
      double.objects.delete(key)
      return response.writeHead(204).end()
    default:
      return xml(response, 405, '<Error/>')
  }
}

function aboutBucket(
  double: S3Double,
  request: IncomingMessage,
  query: URLSearchParams,
  response: ServerResponse,
): unknown {
  if (request.method === 'HEAD') return response.writeHead(200).end()
  if (query.has('uploads')) {
    const found = [...double.uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    return xml(response, 200, `<ListMultipartUploadsResult>${found.join('')}</ListMultipartUploadsResult>`)
  }
  const keys = [...double.objects.keys()].sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + double.pageSize)
  const more = from + double.pageSize < keys.length
  const contents = page.map((key) => {
    const object = double.objects.get(key)
    return `<Contents><Key>${key}</Key><Size>${object?.bytes.length}</Size><LastModified>${object?.at.toISOString()}</LastModified></Contents>`
  })
  return xml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + double.pageSize}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
  )
}

interface PartCall {
  key: string
  query: URLSearchParams
  body: Buffer
  request: IncomingMessage
  response: ServerResponse
}

function inParts(double: S3Double, { key, query, body, request, response }: PartCall): unknown {
  const id = query.get('uploadId') ?? ''
  const upload = double.uploads.get(id)
  if (request.method === 'POST' && query.has('uploads')) {
    const made = randomUUID()
    double.uploads.set(made, { key, parts: new Map(), at: new Date() })
    const result = `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`
    return xml(response, 200, result)
  }
  if (!upload || upload.key !== key) return xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
  if (request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return response.writeHead(200, { etag: `"${hex(body)}"` }).end()
  }
  double.uploads.delete(id)
  if (request.method === 'DELETE') return response.writeHead(204).end()
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) =>
    Number(part),
  )
  const parts = named.map((part) => upload.parts.get(part) ?? Buffer.alloc(0))
  const small = parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)
  if (small) return xml(response, 400, '<Error><Code>EntityTooSmall</Code></Error>')
  double.objects.set(key, { bytes: Buffer.concat(parts), at: new Date() })
  return xml(response, 200, '<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>')
}
