import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const mistakesOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the configuration', () => {
  it('reports every mistake at once, including misspelled names', () => {
    expect(mistakesOf({ KEPT_PORT: 'ninety', KEPT_DEMO: 'perhaps', KEPT_PROT: '80' }).split('\n')).toEqual([
      expect.stringMatching(/^KEPT_PORT \(port to listen on.*\) is "ninety": /),
      expect.stringMatching(/^KEPT_DEMO \(.*\) is "perhaps": /),
      'KEPT_PROT is not a setting of Kept; "kept doctor" lists them.',
    ])
  })

  it.each([
    'KEPT_METRICS_TOKEN',
    'KEPT_SECRET_KEY',
    'KEPT_PREVIOUS_SECRET_KEY',
    'KEPT_SMTP_URL',
    'KEPT_SUPABASE_KEY',
    'KEPT_STRIPE_SECRET_KEY',
    'KEPT_STRIPE_WEBHOOK_SECRET',
    'DATABASE_URL',
    'CLICKHOUSE_URL',
  ])('names %s that is not valid, and never its value', (name) => {
    const message = mistakesOf({ [name]: 'p4ss:w' })
    expect(message).toContain(`${name} (`)
    expect(message).not.toContain('p4ss')
    expect(message).not.toContain('Invalid')
  })

  it('takes the keys of Stripe together, each with the prefix that Stripe gives it', () => {
    const keys = { KEPT_STRIPE_SECRET_KEY: 'rk_live_abc123', KEPT_STRIPE_WEBHOOK_SECRET: 'whsec_abc123' }
    expect(readConfig({}).stripe).toBeUndefined()
    expect(readConfig(keys).stripe).toEqual({
      secretKey: 'rk_live_abc123',
      webhookSecret: 'whsec_abc123',
      apiBase: undefined,
    })
    expect(mistakesOf({ ...keys, KEPT_STRIPE_SECRET_KEY: 'pk_live_abc123' })).toMatch(
      /^KEPT_STRIPE_SECRET_KEY \(.*\) is not valid: .*must begin with sk_ or rk_, as in the Stripe dashboard\.$/,
    )
    expect(mistakesOf({ ...keys, KEPT_STRIPE_WEBHOOK_SECRET: 'secret' })).toContain('must begin with whsec_')
    expect(mistakesOf({ KEPT_STRIPE_SECRET_KEY: 'sk_live_abc123' })).toBe(
      'KEPT_STRIPE_SECRET_KEY and KEPT_STRIPE_WEBHOOK_SECRET belong together; set both or none.',
    )
  })

  it('takes a cluster of ClickHouse together with one of its servers', () => {
    const server = { CLICKHOUSE_URL: 'http://kept:p4ss@ch-1:8123/kept' }
    expect(readConfig(server).clickhouseCluster).toBeUndefined()
    expect(
      readConfig({
        ...server,
        CLICKHOUSE_CLUSTER: 'kept',
        CLICKHOUSE_SHARD_URLS: 'http://ch-1:8123, http://ch-2:8123/',
      }).clickhouseCluster,
    ).toEqual({ name: 'kept', shardUrls: ['http://ch-1:8123', 'http://ch-2:8123'] })
    expect(mistakesOf({ CLICKHOUSE_CLUSTER: 'kept' })).toBe(
      'CLICKHOUSE_CLUSTER names a cluster of your servers: set CLICKHOUSE_URL to one of them.',
    )
    expect(mistakesOf({ ...server, CLICKHOUSE_SHARD_URLS: 'http://ch-1:8123' })).toBe(
      'CLICKHOUSE_SHARD_URLS lists the shards of CLICKHOUSE_CLUSTER: set both or none.',
    )
  })

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('may listen on %s without TLS', (host) => {
    expect(readConfig({ KEPT_HOST: host }).host).toBe(host)
  })

  it.each(['0.0.0.0', '::', '10.1.2.3', 'kept.internal'])('rejects %s without TLS', (host) => {
    expect(mistakesOf({ KEPT_HOST: host })).toMatch(
      /^With KEPT_HOST ".*" other machines would sign in over plain HTTP\. /,
    )
    expect(mistakesOf({ KEPT_HOST: host, KEPT_PUBLIC_URL: 'http://kept.example.com' })).toContain('plain HTTP')
    expect(mistakesOf({ KEPT_HOST: host, KEPT_PUBLIC_URL: 'https://kept.example.com' })).toBe('')
    expect(mistakesOf({ KEPT_HOST: host, KEPT_PLAIN_HTTP: 'allowed' })).toBe('')
  })
})
