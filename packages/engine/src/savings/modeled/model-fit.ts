/** How well a model fitted its baseline, for the guideline's formula. */
import { autocorrelation } from '../../maths/autocorrelation.ts'
import type { ModelFit } from './fractional-uncertainty.ts'

/** As a share of the whole cost: a saving of everything. */
export function fitOf(measured: readonly number[], expected: readonly number[], reported: number): ModelFit {
  const residuals = measured.map((value, index) => value - (expected[index] ?? 0))
  const mean = measured.reduce((total, value) => total + value, 0) / measured.length
  const squares = residuals.reduce((total, residual) => total + residual ** 2, 0)
  const rmse = Math.sqrt(squares / Math.max(1, measured.length - 1))
  const rho = Math.min(0.99, Math.max(0, autocorrelation(residuals, 1)[1] || 0))
  return { cv: rmse / mean, points: measured.length, autocorrelation: rho, reported, fraction: 1 }
}
