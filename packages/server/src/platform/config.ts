/** Configuration from the environment: all settings, validated at start. */
import { resolve } from 'node:path'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { LifePolicy } from '@kept/domain/session-life.ts'
import * as z from 'zod'
import { basePathOf } from './base-path.ts'
import { engineMemory } from './memory-size.ts'
import { isRange } from './private-networks.ts'

const megabyte = 1024 * 1024
const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')
const secretKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length >= 32, 'must be at least 32 bytes in base64')
/** A path that Kept uses itself would be taken for it. */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://kept.example.com or https://example.com/kept' })
  .refine(
    (text) =>
      /^(\/(?!(?:v1|api|ws|client|assets|site|health|ready|metrics)(?:\/|$))[\w.~-]+)*\/*$/.test(
        new URL(text).pathname,
      ),
    'must have a path of letters, digits, dots and dashes that is none of Kept itself, such as https://example.com/kept',
  )
const port = z.coerce.number().int().min(0).max(65_535)

const settings = {
  KEPT_DATA: { description: 'data folder', schema: z.string().min(1).default('./data') },
  KEPT_SHARED_FOLDER: {
    description:
      'folder that several Kept processes share: uploads, keys, checkpoints, backups; default: the data folder',
    schema: z.string().min(1).optional(),
  },
  KEPT_DRAIN_SECONDS: {
    description: 'how long a stopping Kept goes on accepting requests while /ready tells the proxy to send no more',
    schema: z.coerce.number().min(0).max(300).default(0),
  },
  KEPT_HOST: { description: 'address to listen on', schema: z.string().min(1).default('127.0.0.1') },
  KEPT_PORT: { description: 'port to listen on; 0 picks a free port', schema: port.default(4480) },
  KEPT_LOG_LEVEL: {
    description: 'log level: fatal, error, warn, info, debug or trace',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  },
  KEPT_DEMO: { description: 'on creates and serves the demo organization', schema: onOff.default(true) },
  KEPT_MEMORY: {
    description: 'small for a machine of 2 GB; auto is small on a machine or in a container of up to 3 GB',
    schema: z.enum(['auto', 'small', 'normal']).default('auto'),
  },
  KEPT_WAREHOUSE_MEMORY_MB: {
    description: 'memory limit of the embedded warehouse; by default it follows from KEPT_MEMORY',
    schema: z.coerce.number().int().min(768).optional(),
  },
  KEPT_METRICS_TOKEN: {
    secret: true,
    description: 'bearer token for /metrics from other machines; without it only this machine has access',
    schema: z.string().min(16).optional(),
  },
  KEPT_UPLOAD_LIMIT_MB: {
    description: 'upload size limit',
    schema: z.coerce.number().int().min(1).default(20_480),
  },
  KEPT_REQUEST_TIMEOUT_SECONDS: {
    description: 'request timeout; for uploads, the timeout without new data',
    schema: z.coerce.number().min(1).max(3600).default(30),
  },
  KEPT_KEEP_REPLACED_DAYS: {
    description: 'days until a replaced import can no longer be restored',
    schema: z.coerce.number().int().min(1).max(3650).default(30),
  },
  KEPT_PUBLIC_URL: {
    description: 'public URL of Kept, with the path under which a proxy serves it; https turns on secure cookies',
    schema: publicUrl.optional(),
  },
  KEPT_PLAIN_HTTP: {
    description: 'allowed accepts connections from other machines without TLS, for trusted networks',
    schema: z.enum(['refused', 'allowed']).default('refused'),
  },
  KEPT_CLAMD: {
    description:
      'host:port of clamd (ClamAV), which scans uploaded evidence for malware; without it, nothing is scanned',
    schema: z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, 'must look like 127.0.0.1:3310')
      .optional(),
  },
  KEPT_TRUST_PROXY: {
    description: 'comma-separated addresses or ranges of trusted proxies',
    schema: z.string().min(1).optional(),
  },
  KEPT_SECRET_KEY: {
    secret: true,
    description: 'key that encrypts secrets and signs sessions, at least 32 bytes in base64; default: data/secret.key',
    schema: secretKey.optional(),
  },
  KEPT_PREVIOUS_SECRET_KEY: {
    secret: true,
    description: 'previous value of KEPT_SECRET_KEY; at start its secrets are encrypted with the new key',
    schema: secretKey.optional(),
  },
  KEPT_SMTP_URL: {
    secret: true,
    description: 'SMTP server for email; without it, email is written to data/mail',
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@mail.example.com:587' })
      .optional(),
  },
  KEPT_MAIL_FROM: { description: 'sender of email', schema: z.string().min(3).default('Kept <kept@localhost>') },
  KEPT_CONTACT_EMAIL: {
    description: 'contact address of the site; default: the address of KEPT_MAIL_FROM',
    schema: z.email().optional(),
  },
  KEPT_OPERATOR_NAME: {
    description: 'name and address of the operator, for the legal pages',
    schema: z.string().min(2).max(300).default('the operator of this Kept'),
  },
  KEPT_SIGN_UP: { description: 'on allows anyone to sign up; off requires an invitation', schema: onOff.default(true) },
  KEPT_ADMIN_EMAILS: {
    description: 'comma-separated email addresses that become admin after sign-up and verification',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.email()))
      .optional(),
  },
  KEPT_SESSION_IDLE_MINUTES: {
    description: 'idle timeout of a session',
    schema: z.coerce.number().positive().max(43_200).default(60),
  },
  KEPT_SESSION_HOURS: {
    description: 'maximum lifetime of a session',
    schema: z.coerce.number().positive().max(720).default(24),
  },
  KEPT_AUTH_PROVIDER: {
    description: 'identity provider: built-in or supabase',
    schema: z.enum(['built-in', 'supabase']).default('built-in'),
  },
  KEPT_SUPABASE_URL: {
    description: 'Supabase project URL, for KEPT_AUTH_PROVIDER=supabase',
    schema: z.url().optional(),
  },
  KEPT_SUPABASE_KEY: { secret: true, description: 'Supabase service key', schema: z.string().min(16).optional() },
  KEPT_GOOGLE_CLIENT_ID: { description: 'sign-in with Google: client id', schema: z.string().min(1).optional() },
  KEPT_GOOGLE_CLIENT_SECRET: {
    secret: true,
    description: 'sign-in with Google: client secret',
    schema: z.string().min(1).optional(),
  },
  KEPT_GOOGLE_ISSUER: {
    description: 'issuer to use instead of Google',
    schema: z.url().default('https://accounts.google.com'),
  },
  KEPT_GITHUB_CLIENT_ID: { description: 'sign-in with GitHub: client id', schema: z.string().min(1).optional() },
  KEPT_GITHUB_CLIENT_SECRET: {
    secret: true,
    description: 'sign-in with GitHub: client secret',
    schema: z.string().min(1).optional(),
  },
  KEPT_GITHUB_URL: {
    description: 'GitHub Enterprise server to use instead of github.com',
    schema: z.url().default('https://github.com'),
  },
  KEPT_STRIPE_SECRET_KEY: {
    secret: true,
    description: 'Stripe secret key, to charge invoices; without it, they are paid by bank transfer',
    schema: z
      .string()
      .regex(/^(sk|rk)_[A-Za-z0-9_]+$/, 'must begin with sk_ or rk_, as in the Stripe dashboard')
      .optional(),
  },
  KEPT_STRIPE_WEBHOOK_SECRET: {
    secret: true,
    description: 'signing secret of the Stripe webhook endpoint',
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9_]+$/, 'must begin with whsec_, as in the Stripe dashboard')
      .optional(),
  },
  KEPT_STRIPE_API_BASE: {
    description: 'Stripe API to use instead of https://api.stripe.com, for tests',
    schema: z.url({ protocol: /^https?$/, error: 'must look like http://127.0.0.1:12111' }).optional(),
  },
  KEPT_DNS_SERVER: {
    description: 'DNS server for domain verification, as address or address:port; default: the servers of this machine',
    schema: z
      .string()
      .regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i, 'must look like 192.0.2.53 or 192.0.2.53:5353')
      .optional(),
  },
  KEPT_PRIVATE_NETWORKS: {
    description: 'comma-separated private ranges that issuers and webhooks may use, such as 10.0.0.0/8; default: none',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.string().refine(isRange, 'must be ranges such as 10.0.0.0/8, comma-separated')))
      .optional(),
  },
  KEPT_STORAGE_ENDPOINTS: {
    description:
      'comma-separated storage servers (S3-compatible, Azurite) that connections may use, such as https://minio.example.com:9000; default: cloud providers only',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().replace(/\/+$/, '')))
      .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be addresses such as https://minio.example.com:9000' })))
      .optional(),
  },
  KEPT_BACKUP_FOLDER: {
    description: 'folder for backups, on another disk than the data; with it a backup is made every night',
    schema: z.string().min(1).optional(),
  },
  KEPT_BACKUP_KEEP: {
    description: 'number of backups to keep; older ones are deleted after a new one',
    schema: z.coerce.number().int().min(1).max(10_000).default(14),
  },
  KEPT_BACKUP_PASSPHRASE: {
    secret: true,
    description: 'encrypts the keys in backups; without it the keys are left out and must be kept elsewhere',
    schema: z.string().min(12, 'must have at least 12 characters').optional(),
  },
  KEPT_BACKUP_DATABASE_URL: {
    secret: true,
    description: 'DATABASE_URL with a user that bypasses row-level security, for backups only',
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
      .optional(),
  },
  DATABASE_URL: {
    secret: true,
    description: 'a Postgres server (13 or newer) instead of the embedded one',
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
      .optional(),
  },
  CLICKHOUSE_URL: {
    secret: true,
    description: 'a ClickHouse server instead of the embedded warehouse',
    schema: z.url({ protocol: /^https?$/, error: 'must look like http://user:password@host:8123/database' }).optional(),
  },
  CLICKHOUSE_CLUSTER: {
    description: 'the cluster, among the remote_servers of CLICKHOUSE_URL, whose shards hold the rows',
    schema: z
      .string()
      .regex(/^[\w.-]+$/, 'must be the name of a cluster in system.clusters')
      .optional(),
  },
  CLICKHOUSE_SHARD_URLS: {
    description:
      'comma-separated URLs of the shards in their order, where Kept cannot reach them by the names of the cluster',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().replace(/\/+$/, '')))
      .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must look like http://host-1:8123,http://host-2:8123' })))
      .optional(),
  },
} as const

/** The payment rail's credentials. */
interface StripeConfig {
  secretKey: string
  webhookSecret: string
  /** Undefined: Stripe itself. */
  apiBase: string | undefined
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
export function readConfig(environment: Record<string, string | undefined>): Config {
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
  ) as { [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']> }
  const knownNames = new Set<string>([...Object.keys(settings), 'KEPT_ROOT', 'KEPT_CHROMIUM'])
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
  for (const name of Object.keys(environment)) {
    if (name.startsWith('KEPT_') && !knownNames.has(name))
      mistakes.push(`${name} is not a setting of Kept; "kept doctor" lists them.`)
  }
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
