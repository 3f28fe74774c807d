/** Configuration from the environment, validated at start. */
import { resolve } from 'node:path'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { LifePolicy } from '@kept/domain/session-life.ts'
import type * as z from 'zod'
import { basePathOf } from './base-path.ts'
import { engineMemory } from './memory-size.ts'
import { settings } from './settings.ts'

const megabyte = 1024 * 1024

/** The payment rail's credentials. */
interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Undefined: Stripe itself. */
  apiBase: string | undefined
}

/** Where traces of Kept itself go. */
export interface TracingConfig {
  /** URL of the collector, without a trailing slash. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Share of the traces that are recorded, 0 to 1. */
  sampledShare: number
}

/** OAuth client credentials. */
export interface OAuthClient {
  issuer: string
  clientId: string
  clientSecret: string
}

interface SettingState {
  name: string
  description: string
  source: 'environment' | 'default'
  /** Null for a secret, and for a setting without a value. */
  value: string | null
}

export interface Config {
  dataFolder: string
  /** The data folder, unless several processes share a database. */
  sharedFolder: string
  drainMs: number
  host: string
  port: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  demo: boolean
  warehouseMemoryBytes: number
  databaseCacheBytes: number
  metricsToken: string | undefined
  /** Undefined: Kept is not traced. */
  tracing?: TracingConfig | undefined
  /** host:port of clamd. */
  clamd: string | undefined
  uploadLimitBytes: number
  requestTimeoutMs: number
  replacedRetentionDays: number
  /** Without a trailing slash. */
  publicUrl: string | undefined
  /** The path of the public URL, such as "/kept"; empty at a host of its own. */
  basePath: string
  trustProxy: string | undefined
  secretKey: string | undefined
  previousSecretKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  contactEmail: string
  operatorName: string
  signUp: boolean
  adminEmails: string[]
  sessionLife: LifePolicy
  authProvider: 'built-in' | 'supabase'
  supabase: { url: string | undefined; key: string | undefined }
  google: OAuthClient | undefined
  github: OAuthClient | undefined
  /** Undefined: invoices are paid by bank transfer. */
  stripe?: StripeConfig | undefined
  privateNetworks: string[]
  /** Undefined: the DNS servers of this machine. */
  dnsServer?: string | undefined
  /** Origins of storage servers that connections may name besides the cloud providers. */
  storageEndpoints: string[]
  /** Undefined: no nightly backups; those on request go into the data folder. */
  backupFolder: string | undefined
  backupsKept: number
  backupPassphrase: string | undefined
  backupDatabaseUrl: string | undefined
  /** Every setting with its source, for the operator. */
  settings: readonly SettingState[]
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  /** The shards behind `clickhouseUrl`; undefined for a single server. */
  clickhouseCluster: { name: string; shardUrls: readonly string[] | undefined } | undefined
}

/** Throws one bad_input error that lists all invalid settings, including unknown KEPT_ names. */
export function readConfig(environment: Environment): Config {
  const { values, mistakes } = readValues(environment)
  mistakes.push(...contradictions(values, environment), ...unknownNames(environment))
  if (mistakes.length > 0) throw new KeptError('bad_input', mistakes.join('\n'))
  const memory = engineMemory(values.KEPT_MEMORY)
  const root = environment.KEPT_ROOT ?? '.'
  return {
    dataFolder: resolve(root, values.KEPT_DATA),
    sharedFolder: resolve(root, values.KEPT_SHARED_FOLDER ?? values.KEPT_DATA),
    drainMs: values.KEPT_DRAIN_SECONDS * 1000,
    host: values.KEPT_HOST,
    port: values.KEPT_PORT,
    logLevel: values.KEPT_LOG_LEVEL,
    demo: values.KEPT_DEMO,
    warehouseMemoryBytes: values.KEPT_WAREHOUSE_MEMORY_MB
      ? values.KEPT_WAREHOUSE_MEMORY_MB * megabyte
      : memory.warehouseBytes,
    databaseCacheBytes: memory.databaseCacheBytes,
    metricsToken: values.KEPT_METRICS_TOKEN,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
          serviceName: values.OTEL_SERVICE_NAME,
          sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    clamd: values.KEPT_CLAMD,
    uploadLimitBytes: values.KEPT_UPLOAD_LIMIT_MB * megabyte,
    requestTimeoutMs: values.KEPT_REQUEST_TIMEOUT_SECONDS * 1000,
    replacedRetentionDays: values.KEPT_KEEP_REPLACED_DAYS,
    publicUrl: values.KEPT_PUBLIC_URL?.replace(/\/+$/, ''),
    basePath: basePathOf(values.KEPT_PUBLIC_URL ?? 'http://localhost'),
    trustProxy: values.KEPT_TRUST_PROXY,
    secretKey: values.KEPT_SECRET_KEY,
    previousSecretKey: values.KEPT_PREVIOUS_SECRET_KEY,
    smtpUrl: values.KEPT_SMTP_URL,
    mailFrom: values.KEPT_MAIL_FROM,
    contactEmail: values.KEPT_CONTACT_EMAIL ?? addressIn(values.KEPT_MAIL_FROM),
    operatorName: values.KEPT_OPERATOR_NAME,
    signUp: values.KEPT_SIGN_UP,
    adminEmails: values.KEPT_ADMIN_EMAILS ?? [],
    sessionLife: {
      idleMs: values.KEPT_SESSION_IDLE_MINUTES * 60_000,
      absoluteMs: values.KEPT_SESSION_HOURS * 3_600_000,
    },
    authProvider: values.KEPT_AUTH_PROVIDER,
    supabase: { url: values.KEPT_SUPABASE_URL, key: values.KEPT_SUPABASE_KEY },
    google: clientOf(values.KEPT_GOOGLE_ISSUER, values.KEPT_GOOGLE_CLIENT_ID, values.KEPT_GOOGLE_CLIENT_SECRET),
    github: clientOf(values.KEPT_GITHUB_URL, values.KEPT_GITHUB_CLIENT_ID, values.KEPT_GITHUB_CLIENT_SECRET),
    stripe: stripeOf(values.KEPT_STRIPE_SECRET_KEY, values.KEPT_STRIPE_WEBHOOK_SECRET, values.KEPT_STRIPE_API_BASE),
    privateNetworks: values.KEPT_PRIVATE_NETWORKS ?? [],
    dnsServer: values.KEPT_DNS_SERVER,
    storageEndpoints: (values.KEPT_STORAGE_ENDPOINTS ?? []).map((endpoint) => new URL(endpoint).origin),
    backupFolder: values.KEPT_BACKUP_FOLDER === undefined ? undefined : resolve(root, values.KEPT_BACKUP_FOLDER),
    backupsKept: values.KEPT_BACKUP_KEEP,
    backupPassphrase: values.KEPT_BACKUP_PASSPHRASE,
    backupDatabaseUrl: values.KEPT_BACKUP_DATABASE_URL,
    settings: describeSettings(environment),
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
    clickhouseCluster: values.CLICKHOUSE_CLUSTER
      ? { name: values.CLICKHOUSE_CLUSTER, shardUrls: values.CLICKHOUSE_SHARD_URLS }
      : undefined,
  }
}

type Environment = Record<string, string | undefined>
type Values = { [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']> }

function readValues(environment: Environment): { values: Values; mistakes: string[] } {
  const mistakes: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const { schema, description } = setting
      const parsed = schema.safeParse(environment[name] || undefined)
      if (!parsed.success) {
        // The value of a secret must not appear in the message.
        const problem = 'secret' in setting ? 'is not valid' : `is "${environment[name]}"`
        const [issue] = parsed.error.issues
        mistakes.push(`${name} (${description}) ${problem}: ${issue ? describeIssue(issue) : 'is not valid'}.`)
      }
      return [name, parsed.data]
    }),
  ) as Values
  return { values, mistakes }
}

/** Settings that are valid alone and not together. */
function contradictions(values: Values, environment: Environment): string[] {
  const mistakes: string[] = []
  for (const provider of ['GOOGLE', 'GITHUB']) {
    const [id, secret] = [`KEPT_${provider}_CLIENT_ID`, `KEPT_${provider}_CLIENT_SECRET`]
    if (Boolean(environment[id]) !== Boolean(environment[secret]))
      mistakes.push(`${id} and ${secret} belong together; set both or none.`)
  }
  if (Boolean(environment.KEPT_STRIPE_SECRET_KEY) !== Boolean(environment.KEPT_STRIPE_WEBHOOK_SECRET))
    mistakes.push('KEPT_STRIPE_SECRET_KEY and KEPT_STRIPE_WEBHOOK_SECRET belong together; set both or none.')
  if (!isOwnMachine(values.KEPT_HOST) && !isSecure(values.KEPT_PUBLIC_URL) && values.KEPT_PLAIN_HTTP !== 'allowed') {
    mistakes.push(
      `With KEPT_HOST "${values.KEPT_HOST}" other machines would sign in over plain HTTP. Set KEPT_PUBLIC_URL to the https:// URL of the proxy, or KEPT_PLAIN_HTTP=allowed in a trusted network.`,
    )
  }
  if (values.KEPT_SHARED_FOLDER && !(values.DATABASE_URL && values.CLICKHOUSE_URL))
    mistakes.push(
      'KEPT_SHARED_FOLDER is for several processes on shared databases: set DATABASE_URL and CLICKHOUSE_URL too.',
    )
  if (values.CLICKHOUSE_CLUSTER && !values.CLICKHOUSE_URL)
    mistakes.push('CLICKHOUSE_CLUSTER names a cluster of your servers: set CLICKHOUSE_URL to one of them.')
  if (values.CLICKHOUSE_SHARD_URLS && !values.CLICKHOUSE_CLUSTER)
    mistakes.push('CLICKHOUSE_SHARD_URLS lists the shards of CLICKHOUSE_CLUSTER: set both or none.')
  return mistakes
}

function unknownNames(environment: Environment): string[] {
  const knownNames = new Set<string>([...Object.keys(settings), 'KEPT_ROOT', 'KEPT_CHROMIUM'])
  return Object.keys(environment)
    .filter((name) => name.startsWith('KEPT_') && !knownNames.has(name))
    .map((name) => `${name} is not a setting of Kept; "kept doctor" lists them.`)
}

/** True when only this machine can connect. */
function isOwnMachine(host: string | undefined): boolean {
  return host === undefined || host === 'localhost' || host === '::1' || /^127\./.test(host)
}

const isSecure = (url: string | undefined): boolean => url?.startsWith('https://') ?? false

/** "Kept <kept@example.com>" is kept@example.com. */
function addressIn(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender
}

function clientOf(issuer: string, clientId?: string, clientSecret?: string): OAuthClient | undefined {
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined
}

function stripeOf(secretKey?: string, webhookSecret?: string, apiBase?: string): StripeConfig | undefined {
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : undefined
}

/** "a=1,b=two%20words" as headers. */
function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]]
  })
  return Object.fromEntries(pairs)
}

function describeSettings(environment: Record<string, string | undefined>): SettingState[] {
  return Object.entries(settings).map(([name, setting]) => {
    const text = environment[name] || undefined
    const value = text ?? setting.schema.safeParse(undefined).data
    return {
      ...{ name, description: setting.description, source: text === undefined ? 'default' : 'environment' },
      value: 'secret' in setting || value === undefined ? null : textOf(value),
    }
  })
}

/** As it is written in the environment. */
function textOf(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}

/** All settings with their descriptions, for `kept doctor`. */
export const settingDescriptions = Object.entries(settings).map(([name, { description }]) => ({ name, description }))
