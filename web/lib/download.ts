import { ApiError, offlineError, readError } from '#web/api/api-error.ts'

/** Name in a Content-Disposition header, RFC 6266's `filename*` before `filename`; null when there is none. */
export function fileNameOf(header: string | null): string | null {
  if (!header) return null
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended)
    } catch {
      // a wrongly encoded name is no reason to refuse the file
    }
  }
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? null
}

/**
 * Fetches a file with the session's cookie, or the headers given, and saves it through the browser. Throws ApiError.
 */
export async function downloadFile(
  url: string,
  fallbackName: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(url, { credentials: 'include', headers }).catch(() => {
    throw offlineError()
  })
  if (!response.ok) throw await readError(response)
  const blob = await response.blob().catch(() => {
    throw new ApiError({ status: 0, code: 'offline', message: 'The download was interrupted. Try again.' })
  })
  saveBlob(blob, fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName)
}

/** Saves rows that are already on screen as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly CsvValue[])[]): void {
  // the byte order mark makes spreadsheets read UTF-8
  saveBlob(new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' }), name)
}

export type CsvValue = string | number | null | undefined

/** CSV after RFC 4180; text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function toCsv(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves a blob as a file through the browser. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // revoked late: some browsers start reading after the click has returned
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
