import type { LoopMove } from '@kept/domain/loop-life.ts'
import { loopStatistics } from '@kept/engine/loops/statistics.ts'
import { listLoops, loopsSince } from '@kept/store/loops/list.ts'
import { moveOneLoop } from '@kept/store/loops/move.ts'
import { listIntake } from '@kept/store/telemetry/intake.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireActor } from '../platform/require-actor.ts'
import { findDetail } from './find-detail.ts'
import { actOnLoop, revertLoop } from './remediation/act.ts'
import { loopRules } from './rule-routes.ts'

const dayMs = 24 * 3_600_000

export const loops = {
  list: routes.loops.list.handler(async ({ context: { services, scope }, input }) => {
    const { database } = services.state
    const { loops: data, ...counts } = await listLoops(database, scope, input)
    const intake = await listIntake(database, scope, new Date(services.now().getTime() - dayMs))
    return { data, meta: { ...counts, listening: intake.some(({ accepted }) => accepted > 0) } }
  }),
  statistics: routes.loops.statistics.handler(async ({ context: { services, scope }, input: { days, currency } }) => {
    const startTime = new Date(services.now().getTime() - days * dayMs)
    const all = await loopsSince(services.state.database, scope, startTime)
    const priced = all.filter(({ cost_impact: cost }) => cost.estimated_total_cost !== null)
    const currencies = byCount(priced.map(({ cost_impact: cost }) => cost.currency))
    const chosen = currency ?? currencies[0] ?? 'USD'
    // Loops without a price are counted in every currency: they are loops, and add nothing to the sums.
    const counted = all.filter(
      ({ cost_impact: cost }) => cost.estimated_total_cost === null || cost.currency === chosen,
    )
    return {
      data: loopStatistics(counted),
      meta: { currency: chosen, currencies, unpriced: all.length - priced.length },
    }
  }),
  find: routes.loops.find.handler(async ({ context: { services, scope }, input: { id } }) => ({
    data: await findDetail(services, scope, id),
  })),
  investigate: routes.loops.investigate.handler(({ context, input }) => move(context, input, 'investigate')),
  acknowledge: routes.loops.acknowledge.handler(({ context, input }) => move(context, input, 'acknowledge')),
  resolve: routes.loops.resolve.handler(({ context, input }) => move(context, input, 'resolve')),
  pause: routes.loops.pause.handler(({ context, input }) => act(context, input, 'pause')),
  stop: routes.loops.stop.handler(({ context, input }) => act(context, input, 'stop')),
  revert: routes.loops.revert.handler(async ({ context, input: { id } }) => {
    await requireActor(context)
    return { data: await revertLoop(context.services, context.scope, id, actorOf(context)) }
  }),
  ...loopRules,
}

async function move(context: SignedInContext, { id, note }: { id: string; note: string }, loopMove: LoopMove) {
  const { services, scope, me } = context
  const actorName = me.user.full_name
  return {
    data: await moveOneLoop(services.state.database, scope, {
      id,
      move: loopMove,
      actorName,
      note,
      auditContext: actingOf(context).auditContext,
    }),
  }
}

interface ActionRequest {
  id: string
  dry_run: boolean
  dry_run_id?: string | undefined
  revert_after_minutes: number | null
}

async function act(context: SignedInContext, input: ActionRequest, operation: 'pause' | 'stop') {
  if (!input.dry_run) await requireActor(context)
  const data = await actOnLoop(context.services, context.scope, {
    id: input.id,
    operation,
    dryRun: input.dry_run,
    dryRunId: input.dry_run_id,
    revertAfterMinutes: input.revert_after_minutes,
    actor: actorOf(context),
    asker: { id: context.me.user.id, name: context.me.user.full_name },
  })
  return { data }
}

function actorOf(context: SignedInContext) {
  return { name: context.me.user.full_name, auditContext: actingOf(context).auditContext }
}

/** The most frequent first. */
function byCount(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}
