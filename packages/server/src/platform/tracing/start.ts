/** Traces of Kept itself, sent to an OpenTelemetry collector. The SDK is loaded only when there is one. */
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import type { TracingConfig } from '../config.ts'
import type { Log } from '../log.ts'
import { keptVersion } from '../version.ts'

/** Returns what sends the last spans and ends it. */
export async function startTracing(
  { endpoint, headers, serviceName, sampledShare }: TracingConfig,
  log: Log,
): Promise<() => Promise<void>> {
  const [sdk, { AsyncLocalStorageContextManager }, { resourceFromAttributes }, { W3CTraceContextPropagator }, otlp] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
    ])
  const warn = (message: string) => log.warn({ event: 'tracing.failed' }, message)
  const ignore = () => undefined
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': keptVersion() }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    // A collector that is gone must not keep Kept from stopping.
    await provider.shutdown().catch((error: unknown) => log.warn({ event: 'tracing.failed', err: error }, 'tracing'))
    trace.disable()
    context.disable()
    propagation.disable()
    diag.disable()
  }
}
