/** What the form of an audit stream sends, and what it says about mistakes. */
import type { AuditStreamDestination } from '@kept/domain/audit-stream.ts'
import type { AuditStreamKind } from '@kept/domain/audit-stream-kinds.ts'

export const streamFields = [
  ...(['name', 'host', 'port', 'certificate_authority', 'url', 'region', 'bucket'] as const),
  ...(['prefix', 'endpoint', 'access_key_id', 'secret_access_key'] as const),
] as const
export type StreamField = (typeof streamFields)[number]
type Values = Record<StreamField, string>

/** The field of each part of the request. */
export const streamNames: Readonly<Record<string, StreamField>> = Object.fromEntries(
  streamFields.map((field) => [field === 'name' ? field : `destination.${field}`, field]),
)

export const streamSentences = {
  missing: {
    name: 'Enter a name.',
    host: 'Enter the host of your syslog server.',
    region: 'Enter the region of the bucket.',
    bucket: 'Enter the name of the bucket.',
    access_key_id: 'Enter an access key ID.',
    secret_access_key: 'Enter the secret access key.',
  },
  invalid: {
    port: 'Enter a port between 1 and 65535.',
    url: 'Enter a URL that starts with https://.',
    certificate_authority: 'Paste the certificate with its BEGIN and END lines.',
  },
} as const

export function destinationFrom(kind: AuditStreamKind, values: Values): AuditStreamDestination {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  switch (kind) {
    case 'syslog':
      return {
        ...{ kind, host: values.host.trim(), port: Number(values.port) },
        certificate_authority: orNull(values.certificate_authority),
      }
    case 'webhook':
      return { kind, url: values.url.trim() }
    case 's3':
      return {
        ...{ kind, region: values.region.trim(), bucket: values.bucket.trim(), prefix: values.prefix.trim() },
        endpoint: orNull(values.endpoint),
        ...{ access_key_id: values.access_key_id.trim(), secret_access_key: values.secret_access_key.trim() },
      }
  }
}
