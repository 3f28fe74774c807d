/** Telemetry of a file, judged by the organisation's rules, and kept like what came in live. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { TelemetrySink } from '@kept/domain/span.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { countIntake } from '@kept/store/telemetry/intake.ts'
import { type TelemetryItem, writeTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../../platform/context.ts'
import { rulesInForce } from '../all-rules.ts'
import { pricingOf } from '../pricing.ts'
import { allSeen } from '../seen-loops.ts'
import { tellOfLoops } from '../tell.ts'
import { judgeApart } from './judge-apart.ts'
import { inPieces, type JudgedFile, judgeTelemetry } from './judge-file.ts'

export interface TakenFile {
  loops: string[]
  suspected: string[]
  scanned: { spans: number; traces: number; series: number }
  dropped: Record<string, number>
}

export async function takeFile(
  services: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  file: { path: string; name: string },
  signal: AbortSignal,
): Promise<TakenFile> {
  const rules = await rulesOf(services, scope)
  return judgeApart({ ...file, rules }, (judged, kept) => keep(services, scope, judged, kept), { signal })
}

/** The same for what this process made itself: the demo's telemetry. */
export async function takeTelemetry(
  services: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  read: (sink: TelemetrySink) => Promise<void>,
): Promise<TakenFile> {
  const { judged, kept } = await judgeTelemetry(await rulesOf(services, scope), read)
  return keep(services, scope, judged, inPieces(kept))
}

async function rulesOf({ state }: Pick<Services, 'state'>, scope: Scope): Promise<LoopRule[]> {
  return rulesInForce(await listStoredRules(state.database, scope)).map(({ rule }) => rule)
}

async function keep(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { incidents, surroundings, items, scanned, dropped }: JudgedFile,
  kept: AsyncIterable<TelemetryItem[]> | Iterable<TelemetryItem[]>,
): Promise<TakenFile> {
  const seen = await allSeen(incidents, surroundings, pricingOf({ state, now }, scope))
  for await (const piece of kept) await writeTelemetry(state.warehouse, scope, piece, now())
  const saved = await saveLoops(state.database, scope, seen, { now: now(), source: 'file' })
  await tellOfLoops(state.database, scope, saved)
  await countIntake(
    state.database,
    scope,
    [
      { signal: 'files', why: '', items },
      ...[...dropped].map(([why, count]) => ({ signal: 'files' as const, why, items: count })),
    ],
    now(),
  )
  const ids = (of: readonly SavedLoop[], confirmed: boolean) =>
    of.filter((one) => one.seen.confirmed === confirmed).map(({ id }) => id)
  return { loops: ids(saved, true), suspected: ids(saved, false), scanned, dropped: Object.fromEntries(dropped) }
}
