/** Whether a policy may act at an instant: inside one of its windows and in no freeze, on its own clock. */
import type { AutopilotTimes } from '@kept/domain/autopilot.ts'

/** Undefined where it may act; otherwise why it waits. */
export function waitReasonAt({ time_zone, windows, freezes }: AutopilotTimes, nowMs: number): string | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(time_zone)
  const day = local.toPlainDate().toString()
  const freeze = freezes.find(({ start_date, end_date }) => start_date <= day && day < end_date)
  if (freeze)
    return `Changes are frozen until ${freeze.end_date}${freeze.reason === '' ? '' : `: ${freeze.reason.replace(/\.$/, '')}`}.`
  const time = local.toPlainTime().toString().slice(0, 5)
  const yesterday = local.dayOfWeek === 1 ? 7 : local.dayOfWeek - 1
  const isOpen = windows.some(({ days, from, to }) =>
    from < to
      ? days.includes(local.dayOfWeek) && from <= time && time < to
      : (days.includes(local.dayOfWeek) && from <= time) || (days.includes(yesterday) && time < to),
  )
  return windows.length === 0 || isOpen
    ? undefined
    : `It is ${time} in ${time_zone}, outside the windows of the policy.`
}
