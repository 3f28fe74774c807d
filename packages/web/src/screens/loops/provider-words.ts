/** What each provider is called, and what an account of it is reached with. */
import type { RemediationProvider } from '@kept/domain/remediation.ts'

export const providerWords: Record<RemediationProvider, string> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  kubernetes: 'Kubernetes',
}

export interface CredentialField {
  key: string
  label: string
  /** Typed over, never shown. */
  isSecret?: boolean
  /** Several lines: a key, a certificate. */
  isLong?: boolean
  isOptional?: boolean
  hint?: string
}

export const accountWords: Record<RemediationProvider, string> = {
  aws: 'Account number',
  azure: 'Subscription id',
  gcp: 'Project id',
  kubernetes: 'Name of the cluster',
}

const endpoint: CredentialField = {
  key: 'endpoint',
  label: 'Endpoint',
  isOptional: true,
  hint: 'In the place of the public addresses: https://...',
}

export const credentialFields: Record<RemediationProvider, readonly CredentialField[]> = {
  aws: [
    { key: 'access_key_id', label: 'Access key id' },
    { key: 'secret_access_key', label: 'Secret access key', isSecret: true },
    { key: 'role_arn', label: 'Role to take on', isOptional: true, hint: 'arn:aws:iam::123456789012:role/kept' },
    { key: 'external_id', label: 'External id', isOptional: true },
    endpoint,
  ],
  azure: [
    { key: 'tenant_id', label: 'Tenant id' },
    { key: 'client_id', label: 'Client id' },
    { key: 'client_secret', label: 'Client secret', isSecret: true },
    endpoint,
  ],
  gcp: [
    { key: 'client_email', label: 'Service account', hint: 'client_email of its key file' },
    { key: 'private_key', label: 'Private key', isLong: true, hint: 'private_key of its key file' },
    endpoint,
  ],
  kubernetes: [
    { key: 'server', label: 'Address of the API server', hint: 'https://...' },
    { key: 'token', label: 'Token of the service account', isSecret: true },
    { key: 'certificate_authority', label: 'Certificate authority (PEM)', isLong: true, isOptional: true },
  ],
}
