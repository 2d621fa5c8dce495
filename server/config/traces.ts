import { StartupError } from '#server/platform/startup-error.ts'
import type { TracesConfig } from '#server/platform/traces/otlp-traces.ts'
import { type Env, number } from './env.ts'
import { privateHosts, secureUrl } from './transport.ts'

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/** null: no traces are made. The variables have the names of the OpenTelemetry specification. @throws StartupError */
export function readTraces(env: Env): TracesConfig | null {
  const endpoint = secureUrl(env, ENDPOINT, privateHosts(env))
  if (endpoint === null) return null
  return {
    endpoint,
    headers: pairs(env, 'OTEL_EXPORTER_OTLP_HEADERS', 'api-key=secret'),
    resource: {
      ...pairs(env, 'OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=production'),
      'service.name': env.OTEL_SERVICE_NAME || 'brokerline',
    },
    ratio: number(env, 'OTEL_TRACES_SAMPLER_ARG', { min: 0, max: 1, whole: false }, 1),
  }
}

/** `name=value` pairs separated by commas; values are percent-encoded. */
function pairs(env: Env, name: string, example: string): Record<string, string> {
  const given = (env[name] ?? '')
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
  try {
    return Object.fromEntries(
      given.map((pair) => {
        const [, key = '', value = ''] = /^([^\s=]+?)\s*=\s*(.*)$/.exec(pair) ?? []
        if (key === '') throw new Error('a pair without a name')
        return [key, decodeURIComponent(value)]
      }),
    )
  } catch {
    // the value may be a secret, so it is not repeated
    throw new StartupError(
      `${name} is wrong: it should be pairs such as ${example}, separated by commas, with special characters percent-encoded.`,
    )
  }
}
