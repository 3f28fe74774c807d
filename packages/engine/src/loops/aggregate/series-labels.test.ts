/** Attributes as SDKs, meshes and collectors set them: what they say of how a call ended, and who made it. */
import { describe, expect, it } from 'vitest'
import { labelsOf } from './series-labels.ts'

describe('labelsOf', () => {
  it.each([
    ['span metrics', 'traces.span.metrics.calls', 'span.kind=SPAN_KIND_CLIENT,status.code=STATUS_CODE_ERROR', 'failed'],
    ['span metrics', 'traces.span.metrics.calls', 'span.kind=SPAN_KIND_CLIENT,status.code=STATUS_CODE_UNSET', 'done'],
    ['an HTTP client', 'http.client.request.duration.count', 'http.response.status_code=503', 'failed'],
    ['an HTTP client', 'http.client.request.duration.count', 'error.type=ECONNREFUSED', 'failed'],
    ['an HTTP client', 'http.client.request.duration.count', 'http.response.status_code=304', 'unchanged'],
    ['an answer for good', 'http.client.request.duration.count', 'http.response.status_code=404', 'done'],
    ['Spring', 'http_client_requests_seconds_count', 'outcome=SERVER_ERROR,status=502', 'failed'],
    ['Spring', 'http_client_requests_seconds_count', 'exception=None,outcome=SUCCESS,status=200', 'done'],
    ['a mesh', 'istio_requests_total', 'reporter=source,response_code=503', 'failed'],
    ['gRPC', 'grpc_client_handled_total', 'grpc_code=Unavailable', 'failed'],
    ['gRPC', 'grpc_client_handled_total', 'grpc_code=NotFound', 'done'],
    ['a proxy', 'envoy_cluster_upstream_rq_xx', 'response_code=5xx', 'failed'],
    ['nothing', 'requests', 'region=eu', undefined],
    ['no attributes', 'requests', '', undefined],
  ])('reads the outcome of %s: %s{%s}', (_, metric, series, outcome) => {
    expect(labelsOf(metric, series).outcome).toBe(outcome)
  })
  it.each([
    ['traces.span.metrics.calls', 'span.kind=SPAN_KIND_CLIENT', 'out'],
    ['traces.span.metrics.calls', 'span.kind=SPAN_KIND_CONSUMER', 'in'],
    ['traces.span.metrics.calls', 'span.kind=SPAN_KIND_INTERNAL', 'own'],
    ['http.server.request.duration.count', '', 'in'],
    ['istio_requests_total', 'reporter=source', 'out'],
    ['requests', '', undefined],
  ])('reads on which side %s{%s} was counted', (metric, series, direction) => {
    expect(labelsOf(metric, series).direction).toBe(direction)
  })
  it('leaves the outcome out of what tells series apart, and keeps commas of values', () => {
    const subject = 'span.name=GET a,b'
    expect(labelsOf('calls', `${subject},status.code=STATUS_CODE_ERROR`).subject).toBe(subject)
    expect(labelsOf('calls', `${subject},status.code=STATUS_CODE_UNSET`).subject).toBe(subject)
  })
})
