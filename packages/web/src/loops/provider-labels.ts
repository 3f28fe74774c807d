/** What each provider is called, and what an account of it is reached with. */
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'

export const providerLabels: Record<RemediationProvider, string> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  kubernetes: 'Kubernetes',
}

/** Of any provider that telemetry names; one that Kept does not know is shown as it is written. */
export function providerLabel(provider: string | null): string {
  const name = provider ?? ''
  return isKeyOf(providerLabels, name) ? providerLabels[name] : name
}

interface CredentialField {
  key: string
  label: string
  /** Typed over, never shown. */
  isSecret?: boolean
  /** Several lines: a key, a certificate. */
  isLong?: boolean
  isOptional?: boolean
  hint?: string
}

export const accountLabels: Record<RemediationProvider, string> = {
  aws: 'Account ID',
  azure: 'Subscription ID',
  gcp: 'Project ID',
  kubernetes: 'Cluster name',
}

const endpoint: CredentialField = {
  key: 'endpoint',
  label: 'Endpoint',
  isOptional: true,
  hint: 'Replaces the public endpoint: https://...',
}

export const credentialFields: Record<RemediationProvider, readonly CredentialField[]> = {
  aws: [
    { key: 'access_key_id', label: 'Access key ID' },
    { key: 'secret_access_key', label: 'Secret access key', isSecret: true },
    { key: 'role_arn', label: 'Role to assume', isOptional: true, hint: 'arn:aws:iam::123456789012:role/kept' },
    { key: 'external_id', label: 'External ID', isOptional: true },
    endpoint,
  ],
  azure: [
    { key: 'tenant_id', label: 'Tenant ID' },
    { key: 'client_id', label: 'Client ID' },
    { key: 'client_secret', label: 'Client secret', isSecret: true },
    endpoint,
  ],
  gcp: [
    { key: 'client_email', label: 'Service account', hint: 'client_email of its key file' },
    { key: 'private_key', label: 'Private key', isLong: true, hint: 'private_key of its key file' },
    endpoint,
  ],
  kubernetes: [
    { key: 'server', label: 'API server URL', hint: 'https://...' },
    { key: 'token', label: 'Service account token', isSecret: true },
    { key: 'certificate_authority', label: 'Certificate authority (PEM)', isLong: true, isOptional: true },
  ],
}
