/** Identity providers (OpenID Connect, SAML) of an organization. Client secrets arrive and leave encrypted. */
import { KeptError } from '@kept/domain/errors.ts'
import type { SamlSettings } from '@kept/domain/saml.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

export interface IdentityProviderSettings {
  name: string
  issuer: string
  client_id: string
  domains: string[]
  default_role: 'user' | 'billing_admin' | null
  /** With the default role `user`. */
  default_custom_role_id?: string | null | undefined
  enabled: boolean
}

interface FoundIdentityProvider extends IdentityProviderSettings {
  id: string
  has_secret: boolean
  /** Null: OpenID Connect. */
  default_custom_role: { id: string; name: string } | null
  saml: SamlSettings | null
  created_at: string
}

/** Adds one; the caller chooses `id`, because the encrypted secret is bound to it. */
export async function addIdentityProvider(
  tx: ScopedTransaction,
  {
    id,
    at,
    domains,
    client_secret,
    saml,
    ...settings
  }: IdentityProviderSettings & { id: string; client_secret: string; saml?: SamlSettings; at: Date },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_provider')
    .values({
      id,
      organization_id: tx.scopedTo,
      ...settings,
      client_secret,
      domains: JSON.stringify(domains),
      saml: saml ? JSON.stringify(saml) : null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) === 0) {
    throw new KeptError(
      'conflict',
      `There is already an identity provider named "${settings.name}"; choose another name.`,
    )
  }
}

export async function updateIdentityProvider(
  tx: ScopedTransaction,
  id: string,
  change: { [Key in keyof IdentityProviderSettings]?: IdentityProviderSettings[Key] | undefined } & {
    client_secret?: string | undefined
    saml?: SamlSettings | undefined
  },
): Promise<void> {
  const { domains, saml, ...rest } = change
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (domains) set.domains = JSON.stringify(domains)
  if (saml) set.saml = JSON.stringify(saml)
  if (Object.keys(set).length === 0) return
  await tx
    .updateTable('identity_provider')
    .set(set)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

/** Whose role one of its groups gave keeps its last name. */
export async function removeIdentityProvider(tx: ScopedTransaction, id: string): Promise<boolean> {
  await tx
    .updateTable('sign_in_group as s')
    .from('identity_provider as p')
    .set((eb) => ({ provider_name: eb.ref('p.name') }))
    .whereRef('p.id', '=', 's.provider_id')
    .whereRef('p.organization_id', '=', 's.organization_id')
    .where('s.organization_id', '=', tx.scopedTo)
    .where('p.id', '=', id)
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('identity_provider')
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows) > 0
}

export async function listIdentityProviders(tx: ScopedTransaction): Promise<FoundIdentityProvider[]> {
  const rows = await tx
    .selectFrom('identity_provider')
    .selectAll()
    .select(
      sql<{ id: string; name: string } | null>`(SELECT json_build_object('id', c.id, 'name', c.name) FROM custom_role c
        WHERE c.id = default_custom_role_id)`.as('default_custom_role'),
    )
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('name')
    .execute()
  return rows.map(({ organization_id: _, default_custom_role_id: __, client_secret, created_at, ...row }) => ({
    ...row,
    has_secret: client_secret !== '',
    created_at: created_at.toISOString(),
  }))
}

/** With the encrypted secret, for signing in; the sign-in code decides who may use it. */
interface SignInProvider extends IdentityProviderSettings {
  id: string
  organization_id: string
  client_secret: string
  saml: SamlSettings | null
}

/** The enabled one of this id, over all organizations: no user is signed in yet. */
export function findSignInProvider(database: Database, id: string): Promise<SignInProvider | undefined> {
  return withSetting(database, 'app.identity_provider_id', id, (tx) =>
    selectEnabled(tx).where('id', '=', id).executeTakeFirst(),
  )
}

function selectEnabled(tx: ScopedTransaction) {
  return tx
    .selectFrom('identity_provider')
    .select(['id', 'organization_id', 'name', 'issuer', 'client_id', 'client_secret', 'domains', 'default_role'])
    .select('default_custom_role_id')
    .select(['enabled', 'saml'])
    .where('enabled', '=', true)
}

function withSetting<T>(
  database: Database,
  setting: 'app.identity_provider_id',
  value: string,
  work: (tx: ScopedTransaction) => Promise<T>,
): Promise<T> {
  // The nil organization has no rows: only the policy for the requested row makes anything visible.
  const nilScope: Scope = { organizationId: '00000000-0000-0000-0000-000000000000' }
  return database.scoped(nilScope, async (tx) => {
    await sql`SELECT set_config(${setting}, ${value}, true)`.execute(tx)
    return work(tx)
  })
}
