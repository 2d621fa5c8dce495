import { describe, expect, it } from 'vitest'
import { readTraces } from './traces.ts'

const ENDPOINT = 'https://collector.example:4318/'

describe('the settings of traces', () => {
  it('are none without an endpoint, whatever else is set', () => {
    expect(readTraces({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'wrong' })).toBeNull()
  })

  // Covers: running-32
  it('are those of the OpenTelemetry specification', () => {
    expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).toEqual({
      endpoint: 'https://collector.example:4318',
      headers: {},
      resource: { 'service.name': 'brokerline' },
      ratio: 1,
    })
    expect(
      readTraces({
        OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b%3Dc, x-team = lending',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=ignored',
        OTEL_SERVICE_NAME: 'calls',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }),
    ).toMatchObject({
      headers: { 'api-key': 'a b=c', 'x-team': 'lending' },
      resource: { 'deployment.environment.name': 'production', 'service.name': 'calls' },
      ratio: 0.1,
    })
  })

  it('permit http on this machine and to private hosts alone', () => {
    const at = (endpoint: string, more = {}) =>
      readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more })?.endpoint
    expect(at('http://127.0.0.1:4318')).toBe('http://127.0.0.1:4318')
    expect(at('http://collector:4318', { PRIVATE_HOSTS: 'collector' })).toBe('http://collector:4318')
    expect(() => at('http://collector:4318')).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT is wrong/)
  })

  // Covers: running-4
  it.each([
    'secret',
    '=secret',
    'api-key=%E0%A4secret',
  ])('are refused without repeating a secret: %s', (text) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: text }
    expect(() => readTraces(env)).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS is wrong: (?!.*%E0).*percent-encoded\.$/,
    )
  })
})
