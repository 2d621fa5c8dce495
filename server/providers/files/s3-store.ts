import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { errorLine, StartupError } from '#server/platform/startup-error.ts'
import { checkName, FileMissingError, type FileStore, type StoredFile } from '../ports/files.ts'
import { uploadInParts } from './s3-parts.ts'
import { withStoreSpans } from './store-spans.ts'

export interface S3Settings {
  /** null: Amazon's own. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Options {
  /** Called when the store is unreachable at start; it may recover. */
  warn(message: string): void
  /** Attempts before an error counts. */
  attempts?: number
  answerMs?: number
  /** Before the names of its variables, where it is not the vault's. */
  prefix?: string
}

const CONNECT_MS = 5_000
/** To the head of the answer, the sending of a part included; a request is made three times. */
const ANSWER_MS = 15_000
/** Longest pause between two bytes while a file is read; the reader may be slow as well. */
const SILENCE_MS = 120_000
/** Time limit of a removal; the clean-up removes the file later, so callers do not wait longer. */
const REMOVE_MS = 5_000
/** Least size of a part that is not the last one, as S3 has it. */
export const PART_BYTES = 5 * 1024 * 1024

/** Files in a bucket of Amazon S3 or of anything that speaks like it. */
export function createS3Store(settings: S3Settings, options: S3Options): FileStore {
  const { bucket: Bucket } = settings
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: options.attempts ?? 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: options.answerMs ?? ANSWER_MS,
      // by default the library only logs a timeout, and a store that accepts but never responds blocks the request
      // forever
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
    // age proves that a file is whole; older compatible services know no other checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return withStoreSpans({
    name: `bucket ${Bucket}`,
    async put(name, content) {
      const Key = checkName(name)
      const parts = partsOf(content)
      const first = await parts.next()
      const body = first.value ?? new Uint8Array()
      if (body.length < PART_BYTES) {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentLength: body.length }))
      } else {
        await uploadInParts(client, { Bucket, Key }, body, parts)
      }
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkName(name) }))
        if (!Body) throw new Error('the store answered without a body')
        return Body as Readable // the SDK's type under Node
      } catch (error) {
        if (statusOf(error) === 404) throw new FileMissingError(`${name} is not in the store`)
        throw error
      }
    },
    async remove(name) {
      const abortSignal = AbortSignal.timeout(REMOVE_MS)
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkName(name) }), { abortSignal })
    },
    list: () => list(client, Bucket),
    tidy: (before) => tidy(client, Bucket, before),
    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }))
      } catch (error) {
        const reason = refusal(error, settings, options.prefix ?? '')
        if (reason) throw new StartupError(reason)
        options.warn(`The file store cannot be reached: ${errorLine(error)}`)
      }
    },
  })
}

/** The bytes in pieces of PART_BYTES; only the last one is smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    const whole = Buffer.concat(waiting)
    yield whole.subarray(0, PART_BYTES)
    const rest = whole.subarray(PART_BYTES)
    waiting = rest.length > 0 ? [rest] : []
    size = rest.length
  }
  if (size > 0) yield Buffer.concat(waiting)
  return undefined
}

async function* list(client: S3Client, Bucket: string): AsyncGenerator<StoredFile> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      // skip objects that are not ours
      if (!Key || !LastModified || !isOurs(Key)) continue
      yield { name: Key, bytes: Size ?? 0, storedAt: LastModified }
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
}

function isOurs(key: string): boolean {
  try {
    return checkName(key) === key
  } catch {
    return false
  }
}

async function tidy(client: S3Client, Bucket: string, before: Date): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Key || !isOurs(Key) || !Initiated || Initiated >= before) continue
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode // the SDK's own shape
}

/** The fix for an error that retries cannot resolve; null for one that they may. */
function refusal(error: unknown, { bucket, region }: S3Settings, prefix: string): string | null {
  switch (statusOf(error)) {
    case 404:
      return `${prefix}S3_BUCKET is wrong: there is no bucket ${bucket}.`
    case 401:
    case 403:
      return `${prefix}S3_ACCESS_KEY_ID or ${prefix}S3_SECRET_ACCESS_KEY is wrong: the store refuses them for the bucket ${bucket}.`
    case 301:
    case 400:
      return `${prefix}S3_REGION is wrong: the bucket ${bucket} is not in ${region}.`
    default:
      return null
  }
}
