/** Lists, creates, rotates and deletes hooks. `receive-hook` handles their deliveries. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hookKindsById } from '@kept/connectors/activity/hook-kinds.ts'
import type { BehaviorHook, HookKindId } from '@kept/domain/behavior-hook.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { changeHookSecret, createHook, kindOfHook, listHooks, removeHook } from '@kept/store/behavior/hooks.ts'
import { actingOf } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import type { SecretLocation } from '../platform/secrets.ts'

const hookRoutes = routes.behaviorHooks
const overlapMs = 24 * 3600 * 1000
const kinds = Object.values(hookKindsById).map(({ id, label, instructions }) => ({ id, label, instructions }))
const missing = () => new KeptError('not_found', 'Hook not found.')

/** The context a hook's secret is sealed to. */
export function placeOfSecret({ organizationId }: Scope, id: string): SecretLocation {
  return { organization: organizationId, table: 'behavior_hook', row: id, column: 'secret' }
}

export const behaviorHooks = {
  list: hookRoutes.list.handler(async ({ context: { services, scope } }) => {
    const hooks = await listHooks(services.state.database, scope, services.now())
    return { data: { hooks: hooks.map((hook) => ({ ...hook, url: addressOf(services, hook.id) })), kinds } }
  }),
  create: hookRoutes.create.handler(async ({ context, input: { kind, name, secret: givenSecret } }) => {
    const { services, scope, me } = context
    const { auditContext } = actingOf(context)
    const id = randomUUID()
    const secret = givenSecret ?? newSecret(kind)
    return services.state.database.scoped(scope, async (tx) => {
      const hook = await createHook(tx, {
        id,
        kind,
        name,
        secret: services.secrets.seal(placeOfSecret(scope, id), secret),
        created_by: me.user.full_name,
        created_at: auditContext.at,
      })
      const summary = `The ${hookKindsById[kind].label} hook "${name}" was created.`
      await recordAudit(tx, { ...auditContext, action: 'behavior_hook.created', target: id, summary })
      return { data: shownOnce(services, hook, secret) }
    })
  }),
  rotate: hookRoutes.rotate.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { auditContext } = actingOf(context)
    return services.state.database.scoped(scope, async (tx) => {
      const kind = await kindOfHook(tx, id)
      if (!kind) throw missing()
      const secret = newSecret(kind)
      const sealed = services.secrets.seal(placeOfSecret(scope, id), secret)
      const until = new Date(auditContext.at.getTime() + overlapMs)
      const hook = await changeHookSecret(tx, id, { secret: sealed, until, now: auditContext.at })
      if (!hook) throw missing()
      const summary = `The ${hookKindsById[kind].label} hook "${hook.name}" got a new secret.`
      await recordAudit(tx, { ...auditContext, action: 'behavior_hook.rotated', target: id, summary })
      return { data: shownOnce(services, hook, secret) }
    })
  }),
  remove: hookRoutes.remove.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { auditContext } = actingOf(context)
    return services.state.database.scoped(scope, async (tx) => {
      const removed = await removeHook(tx, id)
      if (!removed) throw missing()
      const summary = `The ${hookKindsById[removed.kind].label} hook "${removed.name}" was deleted.`
      await recordAudit(tx, { ...auditContext, action: 'behavior_hook.removed', target: id, summary })
      return { data: { id } }
    })
  }),
}

function addressOf(services: Services, id: string): string {
  return `${services.origin()}/v1/developer-behavior/hooks/${id}/deliveries`
}

function shownOnce(services: Services, hook: BehaviorHook, secret: string) {
  return { ...hook, url: addressOf(services, hook.id), secret, instructions: hookKindsById[hook.kind].instructions }
}

/** 256 bits, in GitLab's signing token format for GitLab. It works as a plain secret token too. */
function newSecret(kind: HookKindId): string {
  const random = randomBytes(32)
  return kind === 'gitlab' ? `whsec_${random.toString('base64')}` : random.toString('base64url')
}
