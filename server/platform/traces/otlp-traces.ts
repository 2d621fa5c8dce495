import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#server/platform/log.ts'
import type { Span, SpanStart, Tracing } from './spans.ts'

export interface TracesConfig {
  /** Of the collector, without `/v1/traces`. No trailing slash. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** Attributes of this installation. */
  resource: Readonly<Record<string, string>>
  /** Share of traces that are sent, 0 to 1. */
  ratio: number
}

/** A collector that does not answer must not keep a process from stopping. */
const FLUSH_MS = 3_000
/** Of one request to the collector, with its retries. */
const EXPORT_MS = 5_000
const SEND_EVERY_MS = 2_000
/** More are dropped: about 2 MB. */
const MAX_WAITING = 2048
const REPORT_EVERY_MS = 60_000

/** Sends spans to a collector by OTLP over HTTP. Imported only where an endpoint is set, because the SDK takes time to load. */
export function openOtlpTraces(config: TracesConfig, version: string, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    headers: { ...config.headers },
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...config.resource, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, log),
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
        maxQueueSize: MAX_WAITING,
      }),
    ],
  })
  const tracer = provider.getTracer('brokerline', version)
  return {
    start: (span) => startSpan(tracer, span),
    async close() {
      // a failure is logged by the exporter
      const sent = provider.shutdown().then(
        () => true,
        () => true,
      )
      if (!(await Promise.race([sent, delay(FLUSH_MS, false, { ref: false })])))
        log.warn('traces not sent: the collector did not answer before the process stopped')
    },
  }
}

const KINDS: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

function startSpan(
  tracer: Tracer,
  { name, kind, attributes = {}, parent, link, startedAt }: SpanStart,
): Span {
  const linked = readTraceparent(link)
  const span = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      attributes: { ...attributes },
      ...(startedAt && { startTime: startedAt }),
      ...(linked && { links: [{ context: linked }] }),
    },
    contextOf(readTraceparent(parent)),
  )
  return {
    traceparent: writeTraceparent(span.spanContext()),
    end({ attributes: more = {}, error = null } = {}) {
      span.setAttributes({ ...more, ...(error !== null && { 'error.type': error }) })
      if (error !== null) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const contextOf = (parent: SpanContext | null): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

/** null where the text is none: a stored one may come from a restored archive. */
function readTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : null
}

/** Logs the begin and the end of an outage of the collector, and once a minute during it: the SDK itself logs nothing. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let failures = 0
  let reportedAt = 0
  return {
    shutdown: () => exporter.shutdown(),
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) {
          failures += 1
          if (failures === 1 || performance.now() - reportedAt >= REPORT_EVERY_MS) {
            reportedAt = performance.now()
            log.warn({ reason: result.error.message, failures }, 'traces not sent')
          }
        } else if (failures > 0) {
          log.warn({ failures }, 'traces are sent again')
          failures = 0
        }
        done(result)
      })
    },
  }
}
