/** All settings of Kept: what each is for, and what it accepts. */
import * as z from 'zod'
import { isRange } from './private-networks.ts'

const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')
const secretKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length >= 32, 'must be at least 32 bytes in base64')
/** A path that Kept uses itself would be taken for it. */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must look like https://kept.example.com or https://example.com/kept' })
  .refine(
    (text) =>
      /^(\/(?!(?:v1|api|ws|client|assets|site|health|ready|metrics|\.well-known)(?:\/|$))[\w.~-]+)*\/*$/.test(
        new URL(text).pathname,
      ),
    'must have a path of letters, digits, dots and dashes that is none of Kept itself, such as https://example.com/kept',
  )
const port = z.coerce.number().int().min(0).max(65_535)

/** A setting is read from the environment by its name; a secret is never shown. */
export const settings = {
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
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description: 'an OpenTelemetry collector (http://host:4318) that receives traces of Kept itself; without it, none',
    schema: z.url({ protocol: /^https?$/, error: 'must look like http://collector:4318' }).optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    secret: true,
    description: 'headers for that collector: name=value, comma-separated, values percent-encoded',
    schema: z
      .string()
      .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must look like authorization=Bearer%20secret')
      .optional(),
  },
  OTEL_SERVICE_NAME: {
    description: 'the name of Kept in its traces',
    schema: z.string().min(1).max(255).default('kept'),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    description: 'share of requests and jobs that are traced, 0 to 1',
    schema: z.coerce.number().min(0).max(1).default(1),
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
