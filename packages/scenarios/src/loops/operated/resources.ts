/** Resources as SDKs and detectors of platforms describe them, and calls under the conventions of before 2023. */
import type { Attributes } from '../tool-defaults/otlp-attributes.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'

const sdks = {
  cpp: '1.20.0',
  dotnet: '1.12.0',
  go: '1.37.0',
  java: '1.52.0',
  nodejs: '1.30.1',
  php: '1.6.0',
  python: '1.36.0',
  ruby: '1.8.0',
  webjs: '1.30.1',
}

type Sdk = keyof typeof sdks

const sdk = (language: Sdk): Attributes => ({
  'telemetry.sdk.language': language,
  'telemetry.sdk.name': 'opentelemetry',
  'telemetry.sdk.version': sdks[language],
})

/** A service that only its SDK describes. */
export function describeProcess(writer: TelemetryWriter, service: string, language: Sdk): void {
  const isBrowser = language === 'webjs'
  writer.describe(service, { ...sdk(language), ...(!isBrowser && { 'process.pid': writer.rng.integer(7, 4000) }) })
}

/** A pod with what the operator for Kubernetes sets; returns its name, the instance of its spans. */
export function describePod(writer: TelemetryWriter, service: string, language: Sdk, version = '1.4.0'): string {
  const pod = podOf(writer, service)
  const workload = { 'k8s.namespace.name': 'prod', 'k8s.deployment.name': service, 'k8s.pod.name': pod }
  writer.describe(service, { ...sdk(language), 'service.version': version, ...workload }, pod)
  return pod
}

/** The name that a ReplicaSet gives to a pod. */
export function podOf(writer: TelemetryWriter, deployment: string): string {
  return `${deployment}-${writer.rng.hex(9)}-${writer.rng.hex(5)}`
}

/** A function of Lambda, as the layer of AWS describes it. */
export function describeLambda(writer: TelemetryWriter, name: string, language: Sdk): void {
  writer.describe(name, {
    ...sdk(language),
    ...{ 'cloud.provider': 'aws', 'cloud.platform': 'aws_lambda', 'cloud.region': 'eu-west-1' },
    ...{ 'faas.name': name, 'faas.version': '$LATEST', 'faas.max_memory': 536_870_912 },
  })
}

/** A call under the conventions of before 2023, which most instrumentation still uses by default. */
export function olderCall(method: string, url: string, status: number): Attributes {
  const [, , host = '', ...path] = url.split('/')
  return {
    ...{ 'http.method': method, 'http.url': url, 'http.target': `/${path.join('/')}`, 'http.host': host },
    ...{ 'net.peer.name': host.split(':')[0] ?? '', 'http.flavor': '1.1', 'http.status_code': status },
  }
}

/** A request as a server records it under the same conventions. */
export function olderRequest(method: string, route: string, status: number): Attributes {
  return {
    ...{ 'http.method': method, 'http.route': route, 'http.scheme': 'http', 'http.flavor': '1.1' },
    'http.status_code': status,
  }
}

/** A request as a server records it today. */
export function request(method: string, route: string, status: number): Attributes {
  return {
    'http.request.method': method,
    'http.route': route,
    'url.scheme': 'https',
    'http.response.status_code': status,
  }
}
