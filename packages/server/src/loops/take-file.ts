/** Telemetry of a file, judged at once by the organisation's rules, and kept like what came in live. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import { LoopWatch } from '@kept/engine/loops/watch.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { type SavedLoop, saveLoops } from '@kept/store/loops/save.ts'
import { countIntake } from '@kept/store/telemetry/intake.ts'
import { writeTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import { GatheredTelemetry } from '../platform/telemetry-sink.ts'
import { rulesInForce } from './all-rules.ts'
import { KeptPart } from './keep-some.ts'
import { allLoops } from './organization-watch.ts'
import { pricingOf } from './pricing.ts'
import { tellOfLoops } from './tell.ts'

export interface TakenFile {
  loops: string[]
  suspected: string[]
  scanned: { spans: number; traces: number; series: number }
  dropped: Record<string, number>
}

const piece = 2_000

export async function takeFile(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  read: (sink: TelemetrySink) => Promise<void>,
): Promise<TakenFile> {
  const rules = rulesInForce(await listStoredRules(state.database, scope)).map(({ rule }) => rule)
  const watch = new LoopWatch({ rules })
  const kept = new KeptPart({ spansOfMinute: 50_000, othersOfMinute: 50_000 })
  let items = 0
  let pending = new GatheredTelemetry()
  /** To the watch, and to the part that is kept. */
  const both =
    <Item>(judged: (one: Item) => void, gathered: (one: Item, into: GatheredTelemetry) => void) =>
    (one: Item) => {
      judged(one)
      gathered(one, pending)
      items += 1
      if (pending.items < piece) return
      kept.add(pending)
      pending = new GatheredTelemetry()
    }
  await read({
    span: both<Span>(
      (one) => watch.span(one),
      (one, into) => into.span(one),
    ),
    metric: both<MetricPoint>(
      (one) => watch.metric(one),
      (one, into) => into.metric(one),
    ),
    log: both<LogRecord>(
      (one) => watch.log(one),
      (one, into) => into.log(one),
    ),
    event: both<ChangeEvent>(
      (one) => watch.event(one),
      (one, into) => into.event(one),
    ),
    reject: (count, why) => watch.reject(count, why),
  })
  kept.add(pending)
  watch.finish()
  const seen = await allLoops(watch, pricingOf({ state, now }, scope))
  await writeTelemetry(state.warehouse, scope, kept.take(true), now())
  const saved = await saveLoops(state.database, scope, seen, { now: now(), source: 'file' })
  await tellOfLoops(state.database, scope, saved)
  const dropped = Object.fromEntries(watch.dropped)
  await countIntake(
    state.database,
    scope,
    [
      { signal: 'files', why: '', items },
      ...Object.entries(dropped).map(([why, count]) => ({ signal: 'files' as const, why, items: count })),
    ],
    now(),
  )
  const ids = (of: readonly SavedLoop[], confirmed: boolean) =>
    of.filter((one) => one.seen.confirmed === confirmed).map(({ id }) => id)
  return {
    loops: ids(saved, true),
    suspected: ids(saved, false),
    scanned: { spans: watch.spans, traces: watch.traces, series: watch.series.size },
    dropped,
  }
}
