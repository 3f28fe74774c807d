/** For tests: what causes each kind of security alert, over HTTP where a request can cause it. */
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { hashPassword } from '../identity/password-hash.ts'
import { finishBackgroundTasks } from '../identity/run-in-background.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { verifyAuditLogs } from '../security/audit-verification-job.ts'
import { openCheckpointFiles } from '../security/checkpoint-files.ts'
import { scanOrganization } from '../security/scans/jobs.ts'
import type { TestKept } from '../testing.ts'
import { signIn, type TestUser } from './sign-in.ts'
import { Visitor } from './visitor.ts'

const own = { organization: 'own' }
const email = 'ned@example.com'
const provider = {
  ...{ name: 'Login', issuer: 'https://login.corp.example', client_id: 'kept', client_secret: 'a secret' },
  domains: ['corp.example'],
}
const password = 'correct horse battery'

/** Kept must trust the proxy 127.0.0.1. `admin` and `user` are members of the world's own organization. */
export async function securityCauses(kept: TestKept, { admin, user }: { admin: TestUser; user: TestUser }) {
  const { userId } = await signIn(kept.server.services, { ...kept.world.scope, email })
  await setPasswordHash(kept.world.database, userId, await hashPassword(password), new Date())
  const id = kept.world.scope.organizationId
  const logIn = (visitor: Visitor, secret = password) => visitor.post('/api/auth/login', { email, password: secret })
  return {
    // Ned has a session of another device. A second event would be a repetition, which waits for the full hour.
    'session.new_device': () => logIn(new Visitor(kept.url)),
    'session.brute_force': async () => {
      const attacker = new Visitor(kept.url)
      for (let attempt = 0; attempt < 8; attempt += 1) await logIn(attacker, `wrong horse ${attempt}`)
      await finishBackgroundTasks(kept.server.services)
    },
    'api_key.used_from_new_network': async () => {
      const { data } = await admin.client.apiKeys.create({ name: 'roaming', scopes: ['costs:read'] })
      for (const address of ['203.0.113.9', '198.51.100.7'])
        await fetch(`${kept.url}/v1/me`, {
          headers: { authorization: `Bearer ${data.key}`, 'x-forwarded-for': address },
        })
    },
    'membership.permissions_changed': () =>
      admin.client.users.grant({ id: user.userId, allow: ['security:read'], deny: [] }),
    'custom_role.updated': async () => {
      const role = { name: 'Auditor', description: '', permissions: ['security:read' as const] }
      const { data } = await admin.client.accessControls.update({ ...own, custom_roles: [role] })
      const { id } = data.custom_roles[0] ?? {}
      const permissions = ['security:read' as const, 'users:write' as const]
      await admin.client.accessControls.update({ ...own, custom_roles: [{ ...role, id, permissions }] })
    },
    'group_roles.changed': () =>
      admin.client.singleSignOn.setGroupRoles({
        id,
        group_roles: [{ group: 'Everyone', role: 'billing_admin' }],
      }),
    'identity_provider.added': () => admin.client.organizations.addIdentityProvider({ id, ...provider }),
    'identity_provider.changed': async () => {
      const { data } = await admin.client.organizations.addIdentityProvider({ id, ...provider, name: 'Another' })
      await admin.client.organizations.updateIdentityProvider({ id, provider_id: data.id, enabled: false })
    },
    'identity_provider.removed': async () => {
      const { data } = await admin.client.organizations.addIdentityProvider({ id, ...provider, name: 'Third' })
      await admin.client.organizations.removeIdentityProvider({ id, provider_id: data.id })
    },
    'scim_token.created': () => admin.client.provisioning.createToken({ id }),
    'scim_token.revoked': async () => {
      const { data } = await admin.client.provisioning.createToken({ id })
      await admin.client.provisioning.deleteToken({ id, token_id: data.id })
    },
    'security_policy.weakened': () => weakenPolicy(admin),
    'security_scan.regressed': async () => {
      await scanWith(kept, true)
      await scanWith(kept, false)
    },
    'audit_log.broken': () => breakAuditLog(kept),
  } satisfies Record<string, () => Promise<unknown>>
}

/** A policy is switched on and deleted. */
export async function weakenPolicy(admin: TestUser): Promise<void> {
  const settings = { max_hours: 8, idle_minutes: 60 }
  const policy = { ...own, kind: 'session_lifetime' as const, settings, enabled: true }
  const { data } = await admin.client.securityPolicies.create(policy)
  await admin.client.securityPolicies.remove({ ...own, id: data.id })
}

async function breakAuditLog(kept: TestKept): Promise<void> {
  const owner = await kept.world.openOwner()
  try {
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER')
    await owner.query(`UPDATE audit_event SET summary = 'Changed later.' WHERE seq = 2 AND organization_id = $1`, [
      kept.world.scope.organizationId,
    ])
  } finally {
    await owner.query('ALTER TABLE audit_event ENABLE TRIGGER USER')
    await owner.end()
  }
  const { services } = kept.server
  const { dataFolder } = services.config
  await verifyAuditLogs({
    database: kept.world.database,
    files: openCheckpointFiles(dataFolder),
    publicKey: () => openSigningKey(dataFolder, services.secrets).publicKey,
    now: services.now,
  })
}

async function scanWith({ world, server }: TestKept, encrypted: boolean): Promise<void> {
  const { database, scope } = world
  const fields = { provider: 'aws', resource_id: 'vol-1', type: 'Volume' }
  const volume = inventoryItemSchema.parse({ ...fields, attributes: { encrypted: String(encrypted) } })
  await putInventory(database, scope, [volume], new Date())
  await scanOrganization({ database, now: server.services.now }, scope)
}
