import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/** Sends a file part by part; it is there once the last call is answered, and not at all when that fails. */
export async function uploadInParts(
  client: S3Client,
  object: { Bucket: string; Key: string },
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  const upload = { ...object, UploadId }
  const sent: CompletedPart[] = []
  const send = async (part: Uint8Array): Promise<void> => {
    const PartNumber = sent.length + 1
    const command = new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentLength: part.length })
    sent.push({ PartNumber, ETag: (await client.send(command)).ETag })
  }
  try {
    await send(first)
    for await (const part of rest) await send(part)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }))
  } catch (error) {
    // a failed abort is left to `tidy`
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}
