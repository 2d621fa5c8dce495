/** Messages for a file before upload and after a failure. Pure. */
import {
  type DocumentType,
  INVALID_TYPE,
  MEGABYTE,
  SELECT_TYPE,
  tooLarge,
} from '#contract/documents/documents.ts'
import { ApiError } from '#web/api/api-error.ts'

interface Problem {
  title: string
  text: string
}

export const ONE_FILE: Problem = { title: 'One File at a Time', text: 'Drop one file here.' }

/** '10MB' */
export const megabytesText = (bytes: number): string => `${Math.floor((bytes / MEGABYTE) * 10) / 10}MB`

const PDF = 'application/pdf'

/** Image formats of phone cameras. */
const isPhoto = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.(jpe?g|png|heic|heif|webp)$/i.test(name)

const PHOTO: Problem = {
  title: INVALID_TYPE.title,
  text: `${INVALID_TYPE.text} To make a PDF of a photo, open it, choose Print, and save it as a PDF.`,
}

/** Why a file is refused; null when it may be sent. Without a MIME type the file extension decides. */
export function problemOf(
  file: Pick<File, 'name' | 'type' | 'size'>,
  type: Pick<DocumentType, 'maxFileSize'> | null,
): Problem | null {
  if (!type) return SELECT_TYPE
  const isPdf = file.type === PDF || (file.type === '' && /\.pdf$/i.test(file.name))
  if (!isPdf) return isPhoto(file) ? PHOTO : INVALID_TYPE
  if (file.size > type.maxFileSize) return tooLarge(type.maxFileSize)
  return null
}

export interface Failure {
  message: string
  /** The same file may well go through. */
  canRetry: boolean
}

/**
 * The message of a refusal is its status and text; after a broken connection the message states that the file is still
 * chosen.
 */
export function failureOf(error: unknown, filename: string): Failure {
  if (!(error instanceof ApiError)) return { message: 'Failed to upload document', canRetry: true }
  if (error.status === 0) {
    return {
      message: `The connection broke before ${filename} had arrived. It is still chosen: check your connection and try again.`,
      canRetry: true,
    }
  }
  if (error.status === 401) {
    return { message: `Your session had ended. ${filename} is still chosen: try again.`, canRetry: true }
  }
  const message = error.code === 'unreadable' ? error.message : `${error.status}: ${error.message}`
  return { message, canRetry: error.status >= 500 || error.status === 429 }
}
