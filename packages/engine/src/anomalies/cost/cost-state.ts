/** What the detector of daily cost remembers of a scope: plain data of bounded size. */
import { day } from '@kept/domain/series.ts'
import { type CalendarState, startOffs } from './calendar-off.ts'
import type { MonthState } from './month-state.ts'

export interface CostState extends CalendarState, MonthState {
  /** log1p of the last days without what the calendar and the shape of the month add, clipped where out of line; the last three unclipped, and off by how much. */
  history: number[]
  raw: number[]
  offs: number[]
  /** What days and weeks were off by. */
  residuals: number[]
  weeks: number[]
  /** Days in a row out of line below. */
  lowRun: number
  /** Days in a row out of line; negative when below. */
  run: number
  /** The side of the alert that is still open (0 for none), and calm days since. */
  open: number
  quietDays: number
  severity: number
}

export const startCost = (step = day): CostState => ({
  step,
  last: null,
  logs: [],
  shape: null,
  history: [],
  raw: [],
  offs: [],
  residuals: [],
  heights: [],
  weeks: [],
  daily: startOffs(),
  holidays: [],
  added: 0,
  addedRun: 0,
  goingOn: 0,
  lowRun: 0,
  run: 0,
  open: 0,
  quietDays: 0,
  severity: 0,
})
