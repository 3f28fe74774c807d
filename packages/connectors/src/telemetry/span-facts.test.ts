import type { SpanFacts } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { noteAttribute } from './span-facts.ts'

const factsOf = (name: string, value: string): SpanFacts => {
  const facts: SpanFacts = {}
  noteAttribute(facts, name, value)
  return facts
}

describe('noteAttribute', () => {
  it.each([
    'Zendesk Webhook',
    'GitHub-Hookshot/044aadd',
    'Shopify-Captain-Hook',
    'Slackbot 1.0 (+https://api.slack.com)',
  ])('takes %s for who delivers webhooks, and no bot that draws previews', (userAgent) => {
    expect(factsOf('http.user_agent', userAgent)).toEqual({ deliverer: userAgent })
    expect(factsOf('http.user_agent', 'Slackbot-LinkExpanding 1.0')).toEqual({})
  })
  it.each(['APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)', 'Google-Cloud-Tasks'])(
    'takes a request of %s for a message, under either name of the attribute',
    (userAgent) => {
      expect(factsOf('http.user_agent', userAgent)).toEqual({ trigger: 'pubsub' })
      expect(factsOf('user_agent.original', userAgent)).toEqual({ trigger: 'pubsub', clientAddress: userAgent })
      expect(factsOf('http.user_agent', 'Mozilla/5.0')).toEqual({})
    },
  )
  it.each(['kube-probe/1.31', 'ELB-HealthChecker/2.0', 'GoogleHC/1.0', 'Consul Health Check', 'Envoy/HC'])(
    'knows that %s checks health',
    (userAgent) => {
      expect(factsOf('user_agent.original', userAgent)).toEqual({ probe: true, clientAddress: userAgent })
    },
  )
  it.each(['Mozilla/5.0', 'kubectl/1.31', 'healthapp/2.0 (iOS)'])('takes %s for a client', (userAgent) => {
    expect(factsOf('user_agent.original', userAgent)).toEqual({ clientAddress: userAgent })
  })
  it.each([
    ['rpc.grpc.status_code', '5', 404],
    ['rpc.grpc.status_code', '14', 503],
    ['rpc.response.status_code', 'ALREADY_EXISTS', 409],
    ['rpc.response.status_code', 'not_found', 404],
  ])('reads %s %s as which answer it was', (name, code, statusCode) => {
    expect(factsOf(name, code)).toEqual({ statusCode })
  })
  it.each(['0', 'OK', '99', 'constructor'])('takes the gRPC code %s for no failure', (code) => {
    expect(factsOf('rpc.grpc.status_code', code)).toEqual({})
  })
  it('reads what started a function', () => {
    expect(factsOf('faas.trigger', 'datasource')).toEqual({ trigger: 'datasource' })
  })
})
