import { KeptError } from '@kept/domain/errors.ts'
import type { SamlSettings } from '@kept/domain/saml.ts'
import { findSignInProvider } from '@kept/store/people/identity-providers.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import type { ProviderOrganization } from '../oauth/known-providers.ts'

export interface SamlProvider {
  id: string
  name: string
  /** The provider's entity ID. */
  issuer: string
  saml: SamlSettings
  organization: ProviderOrganization
}

/** The enabled SAML provider of this id, over all organizations: no user is signed in yet. */
export async function findSamlProvider({ state }: Pick<Services, 'state'>, id: string): Promise<SamlProvider> {
  const provider = z.uuid().safeParse(id).success ? await findSignInProvider(state.database, id) : undefined
  if (!provider?.saml) throw new KeptError('not_found', 'This sign-in method is not configured.')
  const { name, issuer, saml, organization_id, default_role, default_custom_role_id, domains } = provider
  const organization = { id: organization_id, default_role, default_custom_role_id, domains }
  return { id, name, issuer, saml, organization }
}
