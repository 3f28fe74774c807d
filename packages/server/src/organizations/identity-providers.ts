/** Identity providers of an organization. Secrets are sealed on write and never returned. */
import { randomUUID } from 'node:crypto'
import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  addIdentityProvider,
  type IdentityProviderSettings,
  listIdentityProviders,
  removeIdentityProvider,
  updateIdentityProvider,
} from '@kept/store/people/identity-providers.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { endSessionsOfProvider } from '@kept/store/people/sessions-in.ts'
import { type Acting, actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { originFor } from '../platform/origin.ts'
import { checkOutboundAddress } from '../platform/outbound.ts'
import { requireRunningAdmin } from '../platform/require-running-admin.ts'
import { keepWayIn } from '../platform/running-admins.ts'
import { withSamlAnswer } from '../platform/saml-addresses.ts'
import { newcomerRoleChange } from './public/newcomer-role.ts'

type Secretly<Settings> = Settings & { client_secret: string }
type Partly<Settings> = { [Key in keyof Settings]?: Settings[Key] | undefined }

/** The context a provider's secret is sealed to. */
function secretPlace(organization: string, row: string) {
  return { organization, table: 'identity_provider', row, column: 'client_secret' }
}

export async function listProviders({ services, scope, visit }: SignedInContext): Promise<IdentityProvider[]> {
  const providers = await services.state.database.scoped(scope, listIdentityProviders)
  return providers.map((provider) => withSamlAnswer(originFor(services, visit), provider))
}

export async function addProvider(
  context: SignedInContext,
  { client_secret, ...settings }: Secretly<IdentityProviderSettings>,
): Promise<IdentityProvider> {
  const acting = actingOfAdmin(context)
  const { services, scope, visit } = context
  const id = randomUUID()
  checkIssuer(settings.issuer, services.config.privateNetworks)
  const sealed = services.secrets.seal(secretPlace(scope.organizationId, id), client_secret)
  const { auditContext } = acting
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const role = await newcomerRoleChange(tx, acting, settings)
    await addIdentityProvider(tx, { id, ...settings, ...role, client_secret: sealed, at: auditContext.at })
    const summary = `The identity provider "${settings.name}" was added.`
    const { name, issuer, domains } = settings
    await recordAudit(tx, {
      ...auditContext,
      action: 'identity_provider.added',
      target: id,
      summary,
      details: { name, issuer, domains },
    })
    return withSamlAnswer(originFor(services, visit), findOne(await listIdentityProviders(tx), id))
  })
}

/** When it is turned off, everyone who signed in with it is signed out, except the caller. */
export async function updateProvider(
  context: SignedInContext,
  id: string,
  { client_secret, ...change }: Partly<Secretly<IdentityProviderSettings>>,
): Promise<IdentityProvider> {
  const acting = actingOfAdmin(context)
  const { services, scope, visit } = context
  if (change.issuer !== undefined) checkIssuer(change.issuer, services.config.privateNetworks)
  const sealed =
    client_secret === undefined
      ? undefined
      : services.secrets.seal(secretPlace(scope.organizationId, id), client_secret)
  const { auditContext } = acting
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const before = findOne(await listIdentityProviders(tx), id)
    if (before.saml && [change.issuer, change.client_id, client_secret].some((value) => value !== undefined))
      throw new KeptError('bad_input', 'This is a SAML provider. Change its metadata instead.')
    if (change.issuer !== undefined && change.issuer !== before.issuer && sealed === undefined) {
      throw new KeptError('bad_input', 'Enter the client secret of the new issuer.')
    }
    const role = await newcomerRoleChange(tx, acting, change)
    await keepWayIn(tx, () => updateIdentityProvider(tx, id, { ...change, ...role, client_secret: sealed }))
    const sessions_ended =
      change.enabled === false ? await endSessionsOfProvider(tx, id, { except: auditContext.sessionId }) : 0
    const summary = `The identity provider "${before.name}" was changed.`
    const details = { before, after: change, secret_changed: sealed !== undefined, sessions_ended }
    await recordAudit(tx, { ...auditContext, action: 'identity_provider.changed', target: id, summary, details })
    return withSamlAnswer(originFor(services, visit), findOne(await listIdentityProviders(tx), id))
  })
}

export async function removeProvider(context: SignedInContext, id: string): Promise<void> {
  const { auditContext } = actingOfAdmin(context)
  const { services, scope } = context
  await services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const { name } = findOne(await listIdentityProviders(tx), id)
    await keepWayIn(tx, () => removeIdentityProvider(tx, id))
    const sessions_ended = await endSessionsOfProvider(tx, id, { except: auditContext.sessionId })
    const summary = `The identity provider "${name}" was removed.`
    const details = { sessions_ended }
    await recordAudit(tx, { ...auditContext, action: 'identity_provider.removed', target: id, summary, details })
  })
}

function actingOfAdmin(context: SignedInContext): Acting {
  refuseInDemo(context)
  const acting = actingOf(context)
  requireRunningAdmin(acting)
  return acting
}

function findOne<One extends { id: string }>(candidates: readonly One[], id: string): One {
  const match = candidates.find((candidate) => candidate.id === id)
  if (!match) throw new KeptError('not_found', 'Identity provider not found.')
  return match
}

/** Secrets and tokens are sent there, so plain HTTP is allowed only to localhost. */
function checkIssuer(issuer: string, privateNetworks: readonly string[]): void {
  const { protocol, hostname, search, hash } = new URL(issuer)
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol !== 'https:' && !loopback) throw new KeptError('bad_input', 'The issuer must be an https:// address.')
  if (search || hash) throw new KeptError('bad_input', 'The issuer address must not contain "?" or "#".')
  checkOutboundAddress(issuer, privateNetworks)
}
