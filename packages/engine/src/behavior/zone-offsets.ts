/** A zone's distance from UTC over a span, worked out once: nothing asks the clock's rules a second time. */
import { badInput } from '@kept/domain/errors.ts'
import { type QuarterSpan, quarterAfter, quarterMs } from './quarters.ts'

interface OffsetStretch extends QuarterSpan {
  /** Quarters to add to UTC for local time. */
  offset: number
}

/** Stretches of one offset each, in order, that fill the span. */
export function zoneOffsets(timeZone: string, span: QuarterSpan): OffsetStretch[] {
  const stretches: OffsetStretch[] = []
  let zonedTime = Temporal.Instant.fromEpochMilliseconds(span.from * quarterMs).toZonedDateTimeISO(
    parseTimeZone(timeZone),
  )
  for (let from = span.from; from < span.to; ) {
    const next = zonedTime.getTimeZoneTransition('next')
    const to = next ? Math.min(span.to, quarterAfter(next.epochMilliseconds)) : span.to
    // Offsets off the quarter are history (Monrovia until 1972): the nearest quarter will do.
    stretches.push({ from, to, offset: Math.round(zonedTime.offsetNanoseconds / 1e6 / quarterMs) })
    if (!next) break
    zonedTime = next
    from = to
  }
  return joined(stretches)
}

function parseTimeZone(timeZone: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId
  } catch {
    throw badInput(`"${timeZone}" is no time zone; name one as "Europe/Berlin" or "Asia/Kathmandu".`)
  }
}

/** A transition may change the zone's name and not its offset. */
function joined(stretches: OffsetStretch[]): OffsetStretch[] {
  const all: OffsetStretch[] = []
  for (const stretch of stretches) {
    const last = all.at(-1)
    if (last?.offset === stretch.offset) all[all.length - 1] = { ...last, to: stretch.to }
    else if (stretch.to > stretch.from) all.push(stretch)
  }
  return all
}
