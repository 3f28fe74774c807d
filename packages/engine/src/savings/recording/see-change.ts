/**
 * When an action shows in the bill: the first hour in which the provider's own data are as the action says, not the
 * hour of the click. Until the bill shows it, the action waits.
 */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { type Hour, localClock } from '@kept/foundation/calendar/hour.ts'
import { compare } from '@kept/foundation/decimal.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'
import { seeDemand } from './see-demand.ts'
import { seeLoopStop } from './see-loop-stop.ts'

/** Nothing for so long is no night and no weekend. */
const silentHours = 72
/** A resize may take so long, with nothing running in between. */
const resizeHours = 24
/** A size that did not run by itself for so long was never taken. */
const minSizeHours = 2
/** Weeks a schedule must have been kept before it is taken for one. */
const observedWeeks = 2
const week = 168

export function seeChange(question: ChangeQuestion): SeenChange | Unseen {
  const { input, lines, notBefore } = question
  if (input.kind === 'loop_stop') return seeLoopStop(question)
  if (input.kind === 'demand') return seeDemand(question)
  const before = lines.filter(({ hour }) => hour < notBefore)
  const baselineLines = before.length > 0 ? before : lines
  const main = input.from_sku ?? mainSku(baselineLines)
  if (main === undefined) return { notYet: 'The bill has no price for anything this resource used.' }
  const kinds = input.kind === undefined ? (['rightsize', 'terminate', 'schedule'] as const) : [input.kind]
  for (const kind of kinds) {
    const change =
      kind === 'rightsize'
        ? seeRightsize(question, main)
        : kind === 'terminate'
          ? seeEnd(question, main)
          : kind === 'schedule'
            ? seeSchedule(question, main)
            : undefined
    if (change && !isClaimed(change, question)) return change
  }
  return { notYet: notYet[input.kind ?? 'any'] }
}

/** Without a kind, a change that another action counts already is not seen a second time. */
function isClaimed(change: SeenChange, { input, claimed = [] }: ChangeQuestion): boolean {
  return input.kind === undefined && claimed.some(({ kind, at }) => kind === change.kind && at === change.at)
}

const notYet = {
  terminate: `Waiting for ${silentHours} hours of billing data without usage. It still runs, or the data is not in yet.`,
  rightsize: 'The bill does not show the new size yet.',
  schedule: `The bill does not show ${observedWeeks} weeks with the same hours off yet.`,
  commitment: 'The bill does not show the commitment yet.',
  any: `Waiting for ${silentHours} hours of billing data after the change. It still runs as before, or the data is not in yet.`,
}

function seeEnd(question: ChangeQuestion, main: string): SeenChange | undefined {
  const { lines, notBefore, dataEnd, span, isCovered } = question
  const last = Math.max(...lines.filter(({ sku }) => sku === main).map(({ hour }) => hour))
  const endHour = last + span
  // A machine that was resized before it ended has ended in its last size.
  const next = nextSize(lines, main, endHour, span)
  if (next !== undefined) return seeEnd(question, next)
  if (endHour < notBefore || dataEnd - endHour < silentHours) return undefined
  if (lines.some(({ hour, sku }) => hour >= endHour && sku !== main && isPriced(lines, sku))) return undefined
  return coveredFrom(endHour, dataEnd, isCovered) >= silentHours ? { kind: 'terminate', at: endHour } : undefined
}

function seeRightsize({ input, lines, notBefore, span }: ChangeQuestion, main: string): SeenChange | undefined {
  const oldSizeLines = lines.filter(({ sku, hour }) => sku === main && hour >= notBefore)
  const usedBefore = skusBefore(lines, notBefore)
  const newSizeLines = lines.filter(({ sku, hour }) => sku !== main && hour >= notBefore && !usedBefore.has(sku))
  const to = input.to_sku ?? mainSku(newSizeLines)
  const first = Math.min(...lines.filter(({ sku, hour }) => sku === to && hour >= notBefore).map(({ hour }) => hour))
  if (to === undefined || !Number.isFinite(first)) return undefined
  // The old size's last minutes may share an hour with the new one's first, and once more where it was changed back.
  const running = new Set(lines.filter(({ sku, hour }) => sku === to && hour >= first + span).map(({ hour }) => hour))
  const sharedHours = new Set(oldSizeLines.filter(({ hour }) => running.has(hour)).map(({ hour }) => hour))
  const isBackAtOnce = oldSizeLines.some(({ hour }) => hour >= first + span && hour < first + span + minSizeHours)
  return sharedHours.size > 1 || isBackAtOnce ? undefined : { kind: 'rightsize', at: first, fromSku: main, toSku: to }
}

/** Once for all lines: asking all of them for each is quadratic. */
function skusBefore(lines: readonly SavingsLine[], before: Hour): Set<string> {
  return new Set(lines.filter(({ hour }) => hour < before).map(({ sku }) => sku))
}

function seeSchedule(question: ChangeQuestion, main: string): SeenChange | undefined {
  const { input, lines, notBefore, dataEnd, span, isCovered } = question
  if (span !== 1) return undefined
  const mask = input.off_mask ?? { time_zone: 'UTC', hours_of_week: [] }
  const hourOfWeek = (hour: Hour) => localClock(mask.time_zone)(hour).hourOfWeek
  const runs = new Set(lines.filter(({ sku }) => sku === main).map(({ hour }) => hour))
  for (let start = notBefore; start + observedWeeks * week <= dataEnd; start += 1) {
    if (runs.has(start) || !isCovered(start)) continue
    const offHours = new Set(Array.from({ length: week }, (_, index) => index))
    for (let hour = start; hour < start + observedWeeks * week; hour += 1)
      if (runs.has(hour)) offHours.delete(hourOfWeek(hour))
    const maskHours = mask.hours_of_week.length > 0 ? mask.hours_of_week : [...offHours].toSorted((a, b) => a - b)
    const staysOff = maskHours.every((hour) => offHours.has(hour))
    // Off all week is no schedule, and an hour here and there is none either.
    if (staysOff && offHours.size < week && maskHours.length >= 8 && maskHours.includes(hourOfWeek(start))) {
      return { kind: 'schedule', at: start, offMask: { time_zone: mask.time_zone, hours_of_week: maskHours } }
    }
    if (staysOff && offHours.size === week) return undefined
  }
  return undefined
}

/** The size that took over when the main SKU ended; undefined: it was not resized. */
function nextSize(lines: readonly SavingsLine[], main: string, endHour: Hour, span: number): string | undefined {
  const usedBefore = skusBefore(lines, endHour - span)
  const laterLines = lines.filter(({ hour, sku }) => hour >= endHour - span && sku !== main && !usedBefore.has(sku))
  const next = mainSku(laterLines)
  const firstHour = Math.min(...laterLines.filter(({ sku }) => sku === next).map(({ hour }) => hour))
  return firstHour <= endHour + resizeHours ? next : undefined
}

function coveredFrom(from: Hour, to: Hour, isCovered: (hour: Hour) => boolean): number {
  let hours = 0
  for (let hour = from; hour < to && hours < silentHours; hour += 1) if (isCovered(hour)) hours += 1
  return hours
}

function isPriced(lines: readonly SavingsLine[], sku: string): boolean {
  return lines.some((line) => line.sku === sku && compare(line.contracted, '0') > 0)
}
