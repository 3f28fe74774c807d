/**
 * When an action shows in the bill: the first hour in which the provider's own data are as the action says, not the
 * hour in which somebody clicked. What the bill does not show is waited for.
 */
import { compare } from '@kept/domain/decimal.ts'
import { type Hour, localClock } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'
import { seeDemand } from './see-demand.ts'
import { seeLoopStop } from './see-loop-stop.ts'

/** Nothing for so long is no night and no weekend. */
const silentHours = 72
/** A resize may take so long, with nothing running in between. */
const resizeHours = 24
/** A size that did not run by itself for so long was never taken. */
const leastSizeHours = 2
/** Weeks a schedule must have been kept before it is taken for one. */
const keptWeeks = 2
const week = 168

export function seeChange(question: ChangeQuestion): SeenChange | Unseen {
  const { wish, lines, notBefore } = question
  if (wish.kind === 'loop_stop') return seeLoopStop(question)
  if (wish.kind === 'demand') return seeDemand(question)
  const before = lines.filter(({ hour }) => hour < notBefore)
  const known = before.length > 0 ? before : lines
  const main = wish.from_sku ?? mainSku(known)
  if (main === undefined) return { notYet: 'The bill names no price for anything this resource used.' }
  const kinds = wish.kind === undefined ? (['rightsize', 'terminate', 'schedule'] as const) : [wish.kind]
  for (const kind of kinds) {
    const seen =
      kind === 'rightsize'
        ? seeRightsize(question, main)
        : kind === 'terminate'
          ? seeEnd(question, main)
          : kind === 'schedule'
            ? seeSchedule(question, main)
            : undefined
    if (seen && !isClaimed(seen, question)) return seen
  }
  return { notYet: notYet[wish.kind ?? 'any'] }
}

/** Without a kind, a change that another action counts already is not seen a second time. */
function isClaimed(seen: SeenChange, { wish, claimed = [] }: ChangeQuestion): boolean {
  return wish.kind === undefined && claimed.some(({ kind, at }) => kind === seen.kind && at === seen.at)
}

const notYet = {
  terminate: `The bill still shows it running, or has less than ${silentHours} hours after it stopped.`,
  rightsize: 'The bill does not show another size yet.',
  schedule: `The bill does not show ${keptWeeks} weeks in which it was switched off at the same hours.`,
  commitment: 'The bill does not show the commitment yet.',
  any: `The bill still shows it running as before, or has less than ${silentHours} hours after the change.`,
}

function seeEnd(question: ChangeQuestion, main: string): SeenChange | undefined {
  const { lines, notBefore, dataEnd, span, isCovered } = question
  const last = Math.max(...lines.filter(({ sku }) => sku === main).map(({ hour }) => hour))
  const at = last + span
  // A machine that was resized before it ended has ended in its last size.
  const next = nextSize(lines, main, at, span)
  if (next !== undefined) return seeEnd(question, next)
  if (at < notBefore || dataEnd - at < silentHours) return undefined
  if (lines.some(({ hour, sku }) => hour >= at && sku !== main && isPriced(lines, sku))) return undefined
  return coveredFrom(at, dataEnd, isCovered) >= silentHours ? { kind: 'terminate', at } : undefined
}

function seeRightsize({ wish, lines, notBefore, span }: ChangeQuestion, main: string): SeenChange | undefined {
  const ended = lines.filter(({ sku, hour }) => sku === main && hour >= notBefore)
  const fresh = lines.filter(({ sku, hour }) => sku !== main && hour >= notBefore && !usedBefore(lines, sku, notBefore))
  const to = wish.to_sku ?? mainSku(fresh)
  const first = Math.min(...lines.filter(({ sku, hour }) => sku === to && hour >= notBefore).map(({ hour }) => hour))
  if (to === undefined || !Number.isFinite(first)) return undefined
  // The old size's last minutes may share an hour with the new one's first, and once more where it was changed back.
  const running = new Set(lines.filter(({ sku, hour }) => sku === to && hour >= first + span).map(({ hour }) => hour))
  const together = new Set(ended.filter(({ hour }) => running.has(hour)).map(({ hour }) => hour))
  const isBackAtOnce = ended.some(({ hour }) => hour >= first + span && hour < first + span + leastSizeHours)
  return together.size > 1 || isBackAtOnce ? undefined : { kind: 'rightsize', at: first, fromSku: main, toSku: to }
}

function usedBefore(lines: readonly SavingsLine[], sku: string, hour: Hour): boolean {
  return lines.some((line) => line.sku === sku && line.hour < hour)
}

function seeSchedule(question: ChangeQuestion, main: string): SeenChange | undefined {
  const { wish, lines, notBefore, dataEnd, span, isCovered } = question
  if (span !== 1) return undefined
  const mask = wish.off_mask ?? { time_zone: 'UTC', hours_of_week: [] }
  const hourOfWeek = (hour: Hour) => localClock(mask.time_zone)(hour).hourOfWeek
  const runs = new Set(lines.filter(({ sku }) => sku === main).map(({ hour }) => hour))
  for (let start = notBefore; start + keptWeeks * week <= dataEnd; start += 1) {
    if (runs.has(start) || !isCovered(start)) continue
    const off = new Set(Array.from({ length: week }, (_, index) => index))
    for (let hour = start; hour < start + keptWeeks * week; hour += 1) if (runs.has(hour)) off.delete(hourOfWeek(hour))
    const wanted = mask.hours_of_week.length > 0 ? mask.hours_of_week : [...off].toSorted((a, b) => a - b)
    const isKept = wanted.every((hour) => off.has(hour))
    // Off all week is no schedule, and an hour here and there is none either.
    if (isKept && off.size < week && wanted.length >= 8 && wanted.includes(hourOfWeek(start))) {
      return { kind: 'schedule', at: start, offMask: { time_zone: mask.time_zone, hours_of_week: wanted } }
    }
    if (isKept && off.size === week) return undefined
  }
  return undefined
}

/** The size that took over when the main SKU ended; undefined: it was not resized. */
function nextSize(lines: readonly SavingsLine[], main: string, at: Hour, span: number): string | undefined {
  const later = lines.filter(({ hour, sku }) => hour >= at - span && sku !== main && !usedBefore(lines, sku, at - span))
  const next = mainSku(later)
  const begins = Math.min(...later.filter(({ sku }) => sku === next).map(({ hour }) => hour))
  return begins <= at + resizeHours ? next : undefined
}

function coveredFrom(from: Hour, to: Hour, isCovered: (hour: Hour) => boolean): number {
  let hours = 0
  for (let hour = from; hour < to && hours < silentHours; hour += 1) if (isCovered(hour)) hours += 1
  return hours
}

function isPriced(lines: readonly SavingsLine[], sku: string): boolean {
  return lines.some((line) => line.sku === sku && compare(line.contracted, '0') > 0)
}
