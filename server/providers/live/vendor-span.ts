import type { VendorId } from '#contract/calls/vendors.ts'
import { inChildSpan, type SpanEnd } from '#server/platform/traces/spans.ts'

interface VendorRequestFacts {
  vendor: VendorId
  method: string
  url: string | URL
}

/**
 * A request to a vendor, as a span below the work under way. Its path may contain a phone number, so only the host is recorded;
 * the vendor gets no trace header.
 */
export function inVendorSpan<T>(
  { vendor, method, url }: VendorRequestFacts,
  work: () => Promise<T>,
  statusOf: (answer: T) => number,
): Promise<T> {
  const attributes = {
    'http.request.method': method.toUpperCase(),
    'server.address': new URL(url).hostname,
    'brokerline.vendor': vendor,
  }
  return inChildSpan(
    { name: `${method.toUpperCase()} ${vendor}`, kind: 'client', attributes },
    work,
    (answer) => endOf(statusOf(answer)),
  )
}

const endOf = (status: number): SpanEnd => ({
  attributes: { 'http.response.status_code': status },
  error: status >= 400 ? String(status) : null,
})

/** fetch() in such a span. */
export const fetchFromVendor = (
  vendor: VendorId,
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> =>
  inVendorSpan(
    { vendor, method: init.method ?? 'GET', url: input instanceof Request ? input.url : input },
    () => fetch(input, init),
    ({ status }) => status,
  )
