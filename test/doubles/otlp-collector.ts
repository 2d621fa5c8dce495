import { type Fault, startDouble } from './double.ts'

/** A span as the collector received it. */
export interface SentSpan {
  traceId: string
  spanId: string
  /** null: it begins its trace. */
  parent: string | null
  name: string
  kind: number
  attributes: Record<string, string | number>
  /** Spans of other traces that led to it. */
  links: { traceId: string; spanId: string }[]
  /** It ended in an error. */
  failed: boolean
}

export interface OtlpCollector {
  url: string
  spans(): SentSpan[]
  /** Everything that was sent, as text. */
  text(): string
  headers(): Record<string, unknown>[]
  setFault(fault: Fault | undefined): void
  close(): Promise<void>
}

interface OtlpValue {
  stringValue?: string
  intValue?: number
  doubleValue?: number
}

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: OtlpValue }[]
  links: { traceId: string; spanId: string }[]
  status: { code: number }
}

interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const ERROR = 2

/** A collector of traces on this machine, by OTLP over HTTP with JSON. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const bodies: string[] = []
  const double = await startDouble({
    routes: [
      {
        method: 'POST',
        path: /^\/v1\/traces$/,
        answer({ body }) {
          bodies.push(body.toString('utf8'))
          return { status: 200, body: {} }
        },
      },
    ],
    refuse: () => null,
  })
  return {
    url: double.url,
    spans: () => bodies.flatMap(spansIn),
    text: () => bodies.join('\n'),
    headers: () => double.seen.map(({ headers }) => headers),
    setFault: (fault) => double.setFault(fault && (() => fault)),
    close: double.close,
  }
}

function spansIn(text: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(text) as OtlpBody // by the exporter
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, name, kind, attributes, links, status }) => ({
      ...{ traceId, spanId, name, kind },
      parent: parentSpanId || null,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [
          key,
          value.stringValue ?? value.intValue ?? value.doubleValue ?? '',
        ]),
      ),
      links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
      failed: status.code === ERROR,
    }))
}
