/**
 * Audit streams: destinations that receive each event of an audit log as it is recorded, such as a SIEM. What is shown
 * of one has no secrets; those are sealed.
 */
import * as z from 'zod'
import type { AuditStreamKind } from './audit-stream-kinds.ts'
import { lineSchema } from './name.ts'
import { secretSchema } from './secret-text.ts'

/** As `SYSLOG_TLS_PORT`: a value that the form shares would make the browser load the screen's part with this one. */
const syslogTlsPort = 6514

const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/, 'must be a host name or an IP address')

const certificateAuthority = z
  .string()
  .trim()
  .max(20_000)
  .regex(/^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/, 'must be a certificate in PEM format')

const syslogSchema = z.strictObject({
  kind: z.literal('syslog'),
  host,
  port: z.int().min(1).max(65_535).default(syslogTlsPort),
  /** In place of the public certificate authorities, in PEM; null for those. */
  certificate_authority: certificateAuthority.nullable().default(null),
})

const bucketSchema = z.strictObject({
  kind: z.literal('s3'),
  region: z
    .string()
    .trim()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, 'must be a region such as eu-west-1'),
  bucket: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** Before the name of each object, such as "kept/audit/". */
  prefix: lineSchema(500).default(''),
  /** Another server that speaks the protocol of S3, where the operator lists it in KEPT_STORAGE_ENDPOINTS. */
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must look like https://storage.example.com' })
    .nullable()
    .default(null),
  access_key_id: secretSchema,
})

export const auditStreamSettingsSchema = z.discriminatedUnion('kind', [
  syslogSchema,
  z.strictObject({ kind: z.literal('webhook') }),
  bucketSchema,
])
export type AuditStreamSettings = z.infer<typeof auditStreamSettingsSchema>
export type SettingsOfStream<Kind extends AuditStreamKind> = Extract<AuditStreamSettings, { kind: Kind }>

/** The settings as entered, with secrets. */
export const auditStreamDestinationSchema = z.discriminatedUnion('kind', [
  syslogSchema,
  z.strictObject({
    kind: z.literal('webhook'),
    url: z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(2000),
  }),
  bucketSchema.extend({ secret_access_key: secretSchema }),
])
export type AuditStreamDestination = z.infer<typeof auditStreamDestinationSchema>

/** What is sealed of a stream, by kind. Syslog has none. */
export interface AuditStreamSecret {
  /** Of a webhook. */
  url?: string
  /** The key that signs each request of a webhook. */
  signing?: string
  /** Of a bucket. */
  secret_access_key?: string
}
