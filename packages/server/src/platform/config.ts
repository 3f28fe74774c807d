/** Configuration: read once, from the environment, validated, one sentence per mistake. Every setting stands here. */
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { LifePolicy } from '@kept/domain/session-life.ts'
import * as z from 'zod'
import { isRange } from './private-networks.ts'

const megabyte = 1024 * 1024
const onOff = z.enum(['on', 'off']).transform((word) => word === 'on')
const secretKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length >= 32, 'must be at least 32 bytes in base64')
const port = z.coerce.number().int().min(0).max(65_535)

/** A quarter of the machine's memory, between 1 and 8 GiB. */
function defaultWarehouseMemory(): number {
  return Math.round(Math.min(8192, Math.max(1024, totalmem() / megabyte / 4)))
}

const settings = {
  KEPT_DATA: { words: 'folder for everything Kept keeps', schema: z.string().min(1).default('./data') },
  KEPT_HOST: { words: 'address to listen on', schema: z.string().min(1).default('127.0.0.1') },
  KEPT_PORT: { words: 'port to listen on; 0 lets the system choose', schema: port.default(4480) },
  KEPT_LOG_LEVEL: {
    words: 'fatal, error, warn, info, debug or trace',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  },
  KEPT_DEMO: { words: 'on seeds and serves the demo organisation', schema: onOff.default(true) },
  KEPT_WAREHOUSE_MEMORY_MB: {
    words: 'most memory the embedded warehouse may use',
    schema: z.coerce.number().int().min(512).default(defaultWarehouseMemory()),
  },
  KEPT_METRICS_TOKEN: {
    secret: true,
    words: 'bearer token for /metrics from other machines; without it only loopback may ask',
    schema: z.string().min(16).optional(),
  },
  KEPT_UPLOAD_LIMIT_MB: {
    words: 'largest file that may be uploaded',
    schema: z.coerce.number().int().min(1).default(20_480),
  },
  KEPT_REQUEST_TIMEOUT_SECONDS: {
    words: 'a request has to arrive within; a file being uploaded has to go on arriving',
    schema: z.coerce.number().min(1).max(3600).default(30),
  },
  KEPT_KEEP_REPLACED_DAYS: {
    words: 'days a replaced delivery can still be brought back by an undo',
    schema: z.coerce.number().int().min(1).max(3650).default(30),
  },
  KEPT_PUBLIC_URL: {
    words: 'the address people reach Kept at; https turns on cookies that need it',
    schema: z.url({ protocol: /^https?$/, error: 'must look like https://kept.example.com' }).optional(),
  },
  KEPT_PLAIN_HTTP: {
    words: 'allowed lets other machines reach Kept without TLS, for a network that is trusted itself',
    schema: z.enum(['refused', 'allowed']).default('refused'),
  },
  KEPT_TRUST_PROXY: {
    words: 'addresses or ranges of the proxies in front, comma-separated; only they are believed about the caller',
    schema: z.string().min(1).optional(),
  },
  KEPT_SECRET_KEY: {
    secret: true,
    words: 'the key secrets are sealed and sessions signed with, 32 bytes or more in base64; else data/secret.key',
    schema: secretKey.optional(),
  },
  KEPT_FORMER_SECRET_KEY: {
    secret: true,
    words: 'the key before KEPT_SECRET_KEY was changed: at start everything it sealed is sealed anew',
    schema: secretKey.optional(),
  },
  KEPT_SMTP_URL: {
    secret: true,
    words: 'where mail is sent; without it letters are files in data/mail',
    schema: z
      .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@mail.example.com:587' })
      .optional(),
  },
  KEPT_MAIL_FROM: { words: 'the sender of mail', schema: z.string().min(3).default('Kept <kept@localhost>') },
  KEPT_CONTACT_EMAIL: {
    words: 'where the site lets people write to, and its contact form sends; else the address of KEPT_MAIL_FROM',
    schema: z.email().optional(),
  },
  KEPT_OPERATOR_NAME: {
    words: 'who runs this Kept, for the legal pages of its site: a name and an address',
    schema: z.string().min(2).max(300).default('the operator of this Kept'),
  },
  KEPT_SIGN_UP: { words: 'on lets anybody sign up; off leaves invitations', schema: onOff.default(true) },
  KEPT_ADMIN_EMAILS: {
    words: 'addresses, comma-separated, that become admin when they first sign up, once verified',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.email()))
      .optional(),
  },
  KEPT_SESSION_IDLE_MINUTES: {
    words: 'a session nobody uses ends after',
    schema: z.coerce.number().positive().max(43_200).default(60),
  },
  KEPT_SESSION_HOURS: {
    words: 'a session ends after, whatever happens',
    schema: z.coerce.number().positive().max(720).default(24),
  },
  KEPT_AUTH_PROVIDER: {
    words: 'who knows the passwords: built-in or supabase',
    schema: z.enum(['built-in', 'supabase']).default('built-in'),
  },
  KEPT_SUPABASE_URL: { words: 'the Supabase project, for KEPT_AUTH_PROVIDER=supabase', schema: z.url().optional() },
  KEPT_SUPABASE_KEY: { secret: true, words: 'its service key', schema: z.string().min(16).optional() },
  KEPT_GOOGLE_CLIENT_ID: { words: 'sign-in with Google: client id', schema: z.string().min(1).optional() },
  KEPT_GOOGLE_CLIENT_SECRET: {
    secret: true,
    words: 'sign-in with Google: client secret',
    schema: z.string().min(1).optional(),
  },
  KEPT_GOOGLE_ISSUER: {
    words: 'another issuer in the place of Google',
    schema: z.url().default('https://accounts.google.com'),
  },
  KEPT_GITHUB_CLIENT_ID: { words: 'sign-in with GitHub: client id', schema: z.string().min(1).optional() },
  KEPT_GITHUB_CLIENT_SECRET: {
    secret: true,
    words: 'sign-in with GitHub: client secret',
    schema: z.string().min(1).optional(),
  },
  KEPT_GITHUB_URL: {
    words: 'a GitHub Enterprise server in the place of github.com',
    schema: z.url().default('https://github.com'),
  },
  KEPT_DNS_SERVER: {
    words: 'DNS server that domains are verified with, as address or address:port; else the servers of this machine',
    schema: z
      .string()
      .regex(/^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i, 'must look like 192.0.2.53 or 192.0.2.53:5353')
      .optional(),
  },
  KEPT_PRIVATE_NETWORKS: {
    words:
      'private ranges that issuers and webhooks typed in may be in, such as 10.0.0.0/8, comma-separated; else none',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(z.string().refine(isRange, 'must be ranges such as 10.0.0.0/8, comma-separated')))
      .optional(),
  },
  KEPT_STORAGE_ENDPOINTS: {
    words:
      'storage servers of your own (S3-compatible, Azurite) that connections may name, such as https://minio.example.com:9000, comma-separated; else the cloud providers alone',
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().replace(/\/+$/, '')))
      .pipe(z.array(z.url({ protocol: /^https?$/, error: 'must be addresses such as https://minio.example.com:9000' })))
      .optional(),
  },
  DATABASE_URL: {
    secret: true,
    words: 'a Postgres server (13 or newer) instead of the embedded one',
    schema: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
      .optional(),
  },
  CLICKHOUSE_URL: {
    secret: true,
    words: 'a ClickHouse server instead of the embedded warehouse',
    schema: z.url({ protocol: /^https?$/, error: 'must look like http://user:password@host:8123/database' }).optional(),
  },
} as const

/** This Kept as a provider of identities knows it. */
export interface OAuthClient {
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Config {
  dataFolder: string
  host: string
  port: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  demo: boolean
  warehouseMemoryBytes: number
  metricsToken: string | undefined
  uploadLimitBytes: number
  requestTimeoutMs: number
  keepReplacedDays: number
  /** Without a slash at its end. */
  publicUrl: string | undefined
  trustProxy: string | undefined
  secretKey: string | undefined
  formerSecretKey: string | undefined
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
  privateNetworks: string[]
  /** Left out: the DNS servers of this machine. */
  dnsServer?: string | undefined
  /** Origins of storage servers that connections may name besides the cloud providers. */
  storageEndpoints: string[]
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
}

/** Throws one error whose sentence names every mistake. Unknown KEPT_ names are mistakes too: they are typos. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const { schema, words } = setting
      const parsed = schema.safeParse(environment[name] || undefined)
      if (!parsed.success) {
        // A mistyped secret is still one, and this sentence ends up in logs.
        const given = 'secret' in setting ? 'is not valid' : `is "${environment[name]}"`
        const [issue] = parsed.error.issues
        mistakes.push(`${name} (${words}) ${given}: ${issue ? describeIssue(issue) : 'is not valid'}.`)
      }
      return [name, parsed.data]
    }),
  ) as { [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']> }
  const known = new Set<string>([...Object.keys(settings), 'KEPT_ROOT', 'KEPT_CHROMIUM'])
  for (const who of ['GOOGLE', 'GITHUB']) {
    const [id, secret] = [`KEPT_${who}_CLIENT_ID`, `KEPT_${who}_CLIENT_SECRET`]
    if (Boolean(environment[id]) !== Boolean(environment[secret]))
      mistakes.push(`${id} and ${secret} belong together; set both or none.`)
  }
  if (!isOwnMachine(values.KEPT_HOST) && !isSecure(values.KEPT_PUBLIC_URL) && values.KEPT_PLAIN_HTTP !== 'allowed') {
    mistakes.push(
      `With KEPT_HOST "${values.KEPT_HOST}" others would sign in over plain HTTP; set KEPT_PUBLIC_URL to the https:// address of the proxy in front, or KEPT_PLAIN_HTTP=allowed where the network itself is trusted.`,
    )
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('KEPT_') && !known.has(name))
      mistakes.push(`${name} is not a setting of Kept; "kept doctor" lists them.`)
  }
  if (mistakes.length > 0) throw new KeptError('bad_input', mistakes.join('\n'))
  return {
    dataFolder: resolve(environment.KEPT_ROOT ?? '.', values.KEPT_DATA),
    host: values.KEPT_HOST,
    port: values.KEPT_PORT,
    logLevel: values.KEPT_LOG_LEVEL,
    demo: values.KEPT_DEMO,
    warehouseMemoryBytes: values.KEPT_WAREHOUSE_MEMORY_MB * megabyte,
    metricsToken: values.KEPT_METRICS_TOKEN,
    uploadLimitBytes: values.KEPT_UPLOAD_LIMIT_MB * megabyte,
    requestTimeoutMs: values.KEPT_REQUEST_TIMEOUT_SECONDS * 1000,
    keepReplacedDays: values.KEPT_KEEP_REPLACED_DAYS,
    publicUrl: values.KEPT_PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: values.KEPT_TRUST_PROXY,
    secretKey: values.KEPT_SECRET_KEY,
    formerSecretKey: values.KEPT_FORMER_SECRET_KEY,
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
    privateNetworks: values.KEPT_PRIVATE_NETWORKS ?? [],
    dnsServer: values.KEPT_DNS_SERVER,
    storageEndpoints: (values.KEPT_STORAGE_ENDPOINTS ?? []).map((endpoint) => new URL(endpoint).origin),
    databaseUrl: values.DATABASE_URL,
    clickhouseUrl: values.CLICKHOUSE_URL,
  }
}

/** Heard by this machine alone. A host that was no valid setting has its own mistake. */
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

/** For `kept doctor`: every setting with its words. */
export const settingWords = Object.entries(settings).map(([name, { words }]) => ({ name, words }))
