/** Adds and changes SAML providers. Metadata is read before anything is stored. */
import { randomUUID } from 'node:crypto'
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { SamlAttributes } from '@kept/domain/saml.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  addIdentityProvider,
  type IdentityProviderSettings,
  listIdentityProviders,
  updateIdentityProvider,
} from '@kept/store/people/identity-providers.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { endSessionsOfProvider } from '@kept/store/people/sessions-in.ts'
import { newcomerRoleChange } from '../../organizations/public/newcomer-role.ts'
import { actingOf } from '../../platform/acting.ts'
import type { Services, SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { originFor } from '../../platform/origin.ts'
import { guardedFetch } from '../../platform/outbound.ts'
import { requireRunningAdmin } from '../../platform/require-running-admin.ts'
import { keepWayIn } from '../../platform/running-admins.ts'
import { withSamlAnswer } from '../../platform/saml-addresses.ts'
import { type IdentityProviderMetadata, readMetadata } from './identity-provider-metadata.ts'

interface SamlProviderInput extends Omit<IdentityProviderSettings, 'issuer' | 'client_id'> {
  metadata?: string | undefined
  metadata_url?: string | undefined
  attributes: SamlAttributes
  allow_idp_initiated: boolean
}
type SamlProviderChange = { [Key in keyof SamlProviderInput]?: SamlProviderInput[Key] | undefined }

export async function addSamlProvider(
  context: SignedInContext,
  { metadata, metadata_url, attributes, allow_idp_initiated, ...settings }: SamlProviderInput,
): Promise<IdentityProvider> {
  refuseInDemo(context)
  const acting = actingOf(context)
  requireRunningAdmin(acting)
  const { services, scope } = context
  const current = await metadataOf(services, { metadata, metadata_url })
  if (!current) throw badInput('Enter the metadata of the provider, or its address.')
  const { entity_id: issuer, sso_url, certificates } = current
  const saml = { sso_url, certificates, metadata_url: metadata_url ?? '', attributes, allow_idp_initiated }
  const { auditContext } = acting
  const id = randomUUID()
  await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const at = auditContext.at
    const role = await newcomerRoleChange(tx, acting, settings)
    await addIdentityProvider(tx, { id, ...settings, ...role, issuer, client_id: '', client_secret: '', saml, at })
    await recordAudit(tx, {
      ...auditContext,
      action: 'identity_provider.added',
      target: id,
      summary: `The SAML identity provider "${settings.name}" was added.`,
      details: { name: settings.name, issuer, sso_url, domains: settings.domains },
    })
  })
  return providerOf(context, id)
}

export async function updateSamlProvider(
  context: SignedInContext,
  id: string,
  { metadata, metadata_url, attributes, allow_idp_initiated, ...settings }: SamlProviderChange,
): Promise<IdentityProvider> {
  refuseInDemo(context)
  const acting = actingOf(context)
  requireRunningAdmin(acting)
  const { services, scope } = context
  const current = await metadataOf(services, { metadata, metadata_url })
  const { auditContext } = acting
  await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const providers = await listIdentityProviders(tx)
    const before = providers.find((provider) => provider.id === id)
    if (!before?.saml) throw notFound()
    const saml = {
      ...before.saml,
      ...(current && {
        sso_url: current.sso_url,
        certificates: current.certificates,
        metadata_url: metadata_url ?? '',
      }),
      ...(attributes && { attributes }),
      ...(allow_idp_initiated !== undefined && { allow_idp_initiated }),
    }
    const role = await newcomerRoleChange(tx, acting, settings)
    const issuer = current && { issuer: current.entity_id }
    await keepWayIn(tx, () => updateIdentityProvider(tx, id, { ...settings, ...role, ...issuer, saml }))
    const sessions_ended =
      settings.enabled === false ? await endSessionsOfProvider(tx, id, { except: auditContext.sessionId }) : 0
    const { saml: previous, ...provider } = before
    const summary = `The SAML identity provider "${before.name}" was changed.`
    const details = {
      before: { ...provider, sso_url: previous.sso_url, allow_idp_initiated: previous.allow_idp_initiated },
      after: { ...settings, sso_url: saml.sso_url, allow_idp_initiated: saml.allow_idp_initiated },
      metadata_changed: current !== undefined,
      sessions_ended,
    }
    await recordAudit(tx, { ...auditContext, action: 'identity_provider.changed', target: id, summary, details })
  })
  return providerOf(context, id)
}

async function providerOf({ services, scope, visit }: SignedInContext, id: string): Promise<IdentityProvider> {
  const providers = await services.state.database.scoped(scope, listIdentityProviders)
  const provider = providers.find((candidate) => candidate.id === id)
  if (!provider) throw notFound()
  return withSamlAnswer(originFor(services, visit), provider)
}

function notFound(): KeptError {
  return new KeptError('not_found', 'SAML identity provider not found.')
}

/** Undefined when neither is sent. */
async function metadataOf(
  { config }: Services,
  { metadata, metadata_url }: Pick<SamlProviderInput, 'metadata' | 'metadata_url'>,
): Promise<IdentityProviderMetadata | undefined> {
  if (metadata !== undefined && metadata_url !== undefined)
    throw badInput('Enter the metadata of the provider or its address, not both.')
  if (metadata !== undefined) return readMetadata(metadata)
  if (metadata_url === undefined) return undefined
  // The address is entered by an admin and must not reach the server's own network. The certificates in it are trusted,
  // so no one may change them on the way.
  const { protocol, hostname } = new URL(metadata_url)
  if (protocol !== 'https:' && !['localhost', '127.0.0.1'].includes(hostname))
    throw badInput('The address of the metadata must start with https://.')
  let text: string
  try {
    const response = await guardedFetch(metadata_url, {}, config.privateNetworks)
    text = await response.text()
    if (!response.ok) throw new Error(`status ${response.status}`)
  } catch (cause) {
    if (cause instanceof KeptError) throw cause
    if (cause instanceof Error && cause.cause instanceof KeptError) throw cause.cause
    throw new KeptError('bad_input', 'The metadata could not be read from this address. Upload it instead.', { cause })
  }
  return readMetadata(text)
}
