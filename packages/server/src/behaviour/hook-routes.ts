/** Hooks as people see them: made, given a new secret, closed. Their deliveries come by `receive-hook`. */
import { randomBytes, randomUUID } from 'node:crypto'
import { hookKindsById } from '@kept/connectors/activity/hook-kinds.ts'
import type { BehaviourHook, HookKindId } from '@kept/domain/behaviour-hook.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { changeHookSecret, createHook, kindOfHook, listHooks, removeHook } from '@kept/store/behaviour/hooks.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { actingOf } from '../platform/acting.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import type { Place } from '../platform/secrets.ts'

const the = routes.behaviorHooks
const overlapMs = 24 * 3600 * 1000
const kinds = Object.values(hookKindsById).map(({ id, label, words }) => ({ id, label, words }))
const missing = () => new KeptError('not_found', 'There is no such hook here.')

/** Where a hook's secret lies; sealed there, it opens nowhere else. */
export function placeOfSecret({ organizationId }: Scope, id: string): Place {
  return { organization: organizationId, table: 'behaviour_hook', row: id, column: 'secret' }
}

export const behaviorHooks = {
  list: the.list.handler(async ({ context: { services, scope } }) => {
    const hooks = await listHooks(services.state.database, scope, services.now())
    return { data: { hooks: hooks.map((hook) => ({ ...hook, url: addressOf(services, hook.id) })), kinds } }
  }),
  create: the.create.handler(async ({ context, input: { kind, name, secret: given } }) => {
    const { services, scope, me } = context
    const { stamp } = actingOf(context)
    const id = randomUUID()
    const secret = given ?? newSecret(kind)
    return services.state.database.scoped(scope, async (tx) => {
      const hook = await createHook(tx, {
        id,
        kind,
        name,
        secret: services.secrets.seal(placeOfSecret(scope, id), secret),
        created_by: me.user.full_name,
        created_at: stamp.at,
      })
      const summary = `The ${hookKindsById[kind].label} hook "${name}" was made.`
      await recordAudit(tx, { ...stamp, action: 'behaviour_hook.created', target: id, summary })
      return { data: shownOnce(services, hook, secret) }
    })
  }),
  rotate: the.rotate.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { stamp } = actingOf(context)
    return services.state.database.scoped(scope, async (tx) => {
      const kind = await kindOfHook(tx, id)
      if (!kind) throw missing()
      const secret = newSecret(kind)
      const sealed = services.secrets.seal(placeOfSecret(scope, id), secret)
      const until = new Date(stamp.at.getTime() + overlapMs)
      const hook = await changeHookSecret(tx, id, { secret: sealed, until, now: stamp.at })
      if (!hook) throw missing()
      const summary = `The ${hookKindsById[kind].label} hook "${hook.name}" was given a new secret.`
      await recordAudit(tx, { ...stamp, action: 'behaviour_hook.rotated', target: id, summary })
      return { data: shownOnce(services, hook, secret) }
    })
  }),
  remove: the.remove.handler(async ({ context, input: { id } }) => {
    const { services, scope } = context
    const { stamp } = actingOf(context)
    return services.state.database.scoped(scope, async (tx) => {
      const gone = await removeHook(tx, id)
      if (!gone) throw missing()
      const summary = `The ${hookKindsById[gone.kind].label} hook "${gone.name}" was closed.`
      await recordAudit(tx, { ...stamp, action: 'behaviour_hook.removed', target: id, summary })
      return { data: { id } }
    })
  }),
}

function addressOf(services: Services, id: string): string {
  return `${services.origin()}/v1/developer-behavior/hooks/${id}/deliveries`
}

function shownOnce(services: Services, hook: BehaviourHook, secret: string) {
  return { ...hook, url: addressOf(services, hook.id), secret, words: hookKindsById[hook.kind].words }
}

/** 256 bits; for GitLab in the form its signing tokens have, which serves as a plain secret token too. */
function newSecret(kind: HookKindId): string {
  const random = randomBytes(32)
  return kind === 'gitlab' ? `whsec_${random.toString('base64')}` : random.toString('base64url')
}
