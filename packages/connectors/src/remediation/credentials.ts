/** Credentials of a cloud account; secrets are encrypted at rest, and in no plan or receipt. */
import * as z from 'zod'

const text = z.string().trim().min(1).max(10_000)
const endpoint = z.url({ protocol: /^https?$/ }).optional()

const awsCredentialsSchema = z.strictObject({
  access_key_id: text,
  secret_access_key: text,
  session_token: text.optional(),
  /** Assumed before every request; its trust policy should require the external id. */
  role_arn: z
    .string()
    .regex(/^arn:aws[\w-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'must be the ARN of a role')
    .optional(),
  external_id: text.optional(),
  /** Instead of AWS: an emulator, a private endpoint. */
  endpoint,
})
export type AwsCredentials = z.output<typeof awsCredentialsSchema>

const azureCredentialsSchema = z.strictObject({
  tenant_id: text.regex(/^[\w.-]+$/, 'must be a tenant id'),
  client_id: text,
  client_secret: text,
  endpoint,
})
export type AzureCredentials = z.output<typeof azureCredentialsSchema>

/** The key file of a service account, as Google provides it; other fields are dropped. */
const gcpCredentialsSchema = z.object({
  client_email: text,
  private_key: text.refine((key) => key.includes('PRIVATE KEY'), 'must be a private key in PEM'),
  endpoint,
})
export type GcpCredentials = z.output<typeof gcpCredentialsSchema>

const kubernetesCredentialsSchema = z.strictObject({
  server: z.url({ protocol: /^https?$/ }),
  token: text,
  /** The certificate authority of the server, in PEM; default: the public ones. */
  certificate_authority: text.refine((pem) => pem.includes('CERTIFICATE'), 'must be a certificate in PEM').optional(),
})
export type KubernetesCredentials = z.output<typeof kubernetesCredentialsSchema>

export const credentialSchemas = {
  aws: awsCredentialsSchema,
  azure: azureCredentialsSchema,
  gcp: gcpCredentialsSchema,
  kubernetes: kubernetesCredentialsSchema,
} as const
export type Credentials = {
  [Provider in keyof typeof credentialSchemas]: z.output<(typeof credentialSchemas)[Provider]>
}

/** The server's fetch: with limits, and into private networks only where the operator allows it. */
export type GuardedFetch = (
  url: string,
  options: {
    method: string
    headers: Record<string, string>
    body?: string
    signal?: AbortSignal | undefined
    /** Instead of the public certificate authorities. */
    certificateAuthority?: string | undefined
  },
) => Promise<{ status: number; text(): Promise<string> }>
