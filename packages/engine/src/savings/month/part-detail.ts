/** How a saving comes about: what the hours would have cost, what they did cost, and what each day saved. */
import type { CommitmentHour } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { exact, type Nano, toNano } from '../exact.ts'
import { rateSaving } from './commitments.ts'

export interface PartDetail {
  readonly baseline: Nano
  readonly measured: Nano
  /** How much more or less than at face value it may be, at 80 % on either side. */
  readonly margin: Nano
  /** Savings at face value by day, counted from 1970 (UTC). */
  readonly days: ReadonlyMap<number, Nano>
}

const hoursOfDay = 24

interface OpenDetail {
  add(hour: Hour, step: { before: Nano; saved: Nano }): void
  close(margin: Nano): PartDetail
}

export function openDetail(): OpenDetail {
  let [baseline, measured] = [0n, 0n]
  const days = new Map<number, Nano>()
  return {
    add(hour, { before, saved }) {
      baseline += before
      measured += before - saved
      if (saved === 0n) return
      const day = Math.floor(hour / hoursOfDay)
      days.set(day, (days.get(day) ?? 0n) + saved)
    },
    close: (margin) => ({ baseline, measured, margin, days }),
  }
}

/** Of a commitment: what it covered, at contracted prices, against what that and its unused part did cost. */
export function rateDetail(rows: readonly CommitmentHour[], from: Hour, until: Hour, saved: Nano): PartDetail {
  const baseline = rows
    .filter(({ hour, status }) => status === 'Used' && from <= hour && hour < until)
    .reduce((total, { contracted }) => total + toNano(exact(contracted)), 0n)
  const days = new Map<number, Nano>()
  let booked = 0n
  for (let hour = from; hour < until; ) {
    const day = Math.floor(hour / hoursOfDay)
    const end = Math.min(until, (day + 1) * hoursOfDay)
    // Each day is rounded; the last one makes the sum that of the month.
    const ofDay = end === until ? saved - booked : rateSaving(rows, hour, end)
    if (ofDay !== 0n) days.set(day, ofDay)
    booked += ofDay
    hour = end
  }
  return { baseline, measured: baseline - saved, margin: 0n, days }
}
