/** What stands between a visitor of the demo and a handler: the route's rule, quotas, and what the visit owns. */
import { KeptError } from '@kept/domain/errors.ts'
import { runInDemoVisit } from '@kept/store/database/demo-visit.ts'
import { countDemoChange, type DemoQuota, isOfDemoVisit } from '@kept/store/demo/visits.ts'
import type { RequestContext } from '../context.ts'
import { countAgainst } from '../rate-limit.ts'
import { type DemoOwnTable, demoRuleOf } from './rules.ts'

export const demoRefusal = "The demo can't do this. Create an account to try it with your own data."

export const demoQuota: DemoQuota = { changesPerVisit: 60, changes: 600, changedRows: 24 }
const CHANGES_PER_ADDRESS = 200
/** Characters of a change's body; nothing a form of the demo sends is near it. */
const MAX_CHANGE_LENGTH = 16_384
/** A request begun in a visit's last second ends before the visit is taken back. */
const graceMs = 120_000

type Asking = Pick<RequestContext, 'person' | 'me' | 'by' | 'route'>

/** Whoever acts for the demo organization, by a session or by a key; the operator of the installation may. */
export function isInDemo({ person, me, by: authMethod }: Pick<RequestContext, 'person' | 'me' | 'by'>): boolean {
  return person?.demo === true || (me?.organization.demo === true && authMethod !== 'operator')
}

/** Refuses what the demo does not do, whoever asks in it. */
export function refuseByDemoRule(context: Asking): void {
  if (!isInDemo(context)) return
  if (demoRuleOf(context.route.method, context.route.path).is === 'refused')
    throw new KeptError('forbidden', demoRefusal)
}

/** Runs a handler of the contract within the visit that asks, when the visit may make this change. */
export async function runInDemo<T>(context: RequestContext, input: unknown, handle: () => Promise<T>): Promise<T> {
  const rule = demoRuleOf(context.route.method, context.route.path)
  const { session } = context
  // A key of the demo has no visit that could be taken back.
  if (!session) {
    if (rule.is !== 'open') throw new KeptError('forbidden', demoRefusal)
    return handle()
  }
  const isChange = rule.is !== 'open'
  if (isChange) {
    if (JSON.stringify(input ?? null).length > MAX_CHANGE_LENGTH)
      throw new KeptError('too_large', 'This is too large for the demo. Create an account to use your own data.')
    await countChange(context, session, rule.is === 'undone')
  }
  return runInDemoVisit(session.id, async () => {
    if (rule.is === 'own' && context.route.method !== 'POST') await requireOwn(context, rule.table, input, session.id)
    return handle()
  })
}

async function countChange(
  { services, scope, ip }: RequestContext,
  session: NonNullable<RequestContext['session']>,
  isMark: boolean,
): Promise<void> {
  // The demo was turned off while this session lasts.
  if (!scope) throw new KeptError('forbidden', demoRefusal)
  const sentence = 'Too many changes to the demo from your network. Continue after {time}, or create an account.'
  await countAgainst(services, [{ key: `demo-change:${ip}`, max: CHANGES_PER_ADDRESS, windowSeconds: 1800, sentence }])
  const reached = await countDemoChange(services.state.database, scope, {
    id: session.id,
    expiresAt: new Date(session.absolute_expires_at.getTime() + graceMs),
    quota: demoQuota,
    isMark,
  })
  if (reached === undefined) return
  const message =
    reached === 'visit'
      ? `A demo visit is limited to ${demoQuota.changesPerVisit} changes. Create an account to continue.`
      : 'The demo has reached its limit of changes and resets within 30 minutes. Create an account to continue.'
  throw new KeptError('too_many_requests', message, { details: { retry_after: 1800 } })
}

async function requireOwn(context: RequestContext, table: DemoOwnTable, input: unknown, visit: string): Promise<void> {
  const { id } = (input ?? {}) as { id?: unknown }
  const { services, scope } = context
  if (typeof id !== 'string' || !scope) return
  if (await isOfDemoVisit(services.state.database, scope, { table, id, visit })) return
  throw new KeptError(
    'forbidden',
    'In the demo you can only change what you created during this visit. Create an account to try it with your own data.',
  )
}
